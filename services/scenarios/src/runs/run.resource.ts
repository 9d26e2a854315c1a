import { builder } from '../builder.ts'
import { onUserDeleted, runsOfPerson } from './run.data.ts'
import { runHandlers } from './run.handlers.ts'
import { keepPartitions, NodeCountEntity, TraceEntity } from './trace.entity.ts'
import { tracedEffectHandlers } from './traced-effect.handlers.ts'

export const runResource = builder.resource({
  handlers: [runHandlers, tracedEffectHandlers],
  entities: [TraceEntity, NodeCountEntity],
  tasks: [keepPartitions],
  reactions: [onUserDeleted],
  personalData: [runsOfPerson],
})
