import { mapPage, pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { endRuns } from './end.ts'
import { withOutcomes } from './messages.ts'
import { scenarioRuns } from './run.contract.ts'
import { isOver } from './run.store.ts'
import { runAnswers } from './run-answer.ts'

export const runHandlers = builder.implement(scenarioRuns, {
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
