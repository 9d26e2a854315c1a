import { mapPage, pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { endRuns } from './end.ts'
import { withOutcomes } from './messages.ts'
import { scenarioRuns } from './run.contract.ts'
import { onUserDeleted, runsOfPerson } from './run.data.ts'
import { isOver } from './run.store.ts'
import { runAnswers } from './run-answer.ts'
import { keepPartitions, NodeCountEntity, TraceEntity } from './trace.entity.ts'
import { maxTraced, tracedEffects } from './traced-effect.contract.ts'

const runHandlers = builder.implement(scenarioRuns, {
  list: async ({ query }, { runs, scenarios }) => {
    const page = await runs.page(query)
    const ids = [...new Set(page.rows.map(({ scenario_id }) => scenario_id))]
    return mapPage(page, runAnswers(await scenarios.many(ids)))
  },

  stop: async ({ path, now }, stores) => {
    const [run] = endRuns([await stores.runs.lock(path.id)], 'close', 'stopped', now, stores)
    return { ...run!, continues_at: null }
  },

  trace: async ({ path, query, ...ctx }, { runs, traces }) => {
    const run = await runs.get(path.id)
    return pageOfItems(await withOutcomes(await traces.of(run, !isOver(run)), query, ctx), query)
  },
})

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
