import { pageOfItems } from '@lms/service-host'
import { builder } from '../builder.ts'
import { endRuns } from './end.ts'
import { scenarioRuns } from './run.contract.ts'
import { isOver } from './run.store.ts'

export const runHandlers = builder.implement(scenarioRuns, {
  list: ({ query }, { runs }) => runs.page(query),

  stop: async ({ path, now }, stores) =>
    endRuns([await stores.runs.lock(path.id)], 'close', 'stopped', now, stores)[0]!,

  trace: async ({ path, query }, { runs, traces }) => {
    const run = await runs.get(path.id)
    return pageOfItems(await traces.of(run, !isOver(run)), query)
  },
})
