import { builder } from '../builder.ts'
import { historyHandlers } from './history.handlers.ts'
import { journal } from './journal.contract.ts'
import { storedEvents, traceOf } from './journal.store.ts'
import { entryMetrics, journalMetrics } from './journal-metrics.ts'
import { journalWriter } from './journal-writer.ts'

const journalHandlers = builder.implement(journal, {
  confirm: async ({ body, runtime }) => ({ kept: await storedEvents(runtime.system, body.ids) }),
  trace: ({ path, runtime }) => traceOf(runtime.system, path.requestId),
})

export const journalResource = builder.resource({
  handlers: [historyHandlers, journalHandlers],
  workers: [journalWriter],
  metrics: [journalMetrics, entryMetrics],
})
