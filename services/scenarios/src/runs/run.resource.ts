import { builder } from '../builder.ts'
import { onUserDeleted, runsOfPerson } from './run.data.ts'
import { runHandlers } from './run.handlers.ts'
import { keepPartitions, NodeCountEntity, TraceEntity } from './trace.entity.ts'
import { maxTraced, tracedEffects } from './traced-effect.contract.ts'

const tracedEffectHandlers = builder.implement(tracedEffects, {
  list: async ({ body }, { traces }) => ({ effects: await traces.effectsOf(body.request_ids, maxTraced) }),
})

export const runResource = builder.resource({
  handlers: [runHandlers, tracedEffectHandlers],
  entities: [TraceEntity, NodeCountEntity],
  tasks: [keepPartitions],
  reactions: [onUserDeleted],
  personalData: [runsOfPerson],
})
