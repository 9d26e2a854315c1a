import { builder } from '../builder.ts'
import { journal } from './journal.contract.ts'
import { storedEvents, traceOf } from './journal.store.ts'

export const journalHandlers = builder.implement(journal, {
  confirm: async ({ body, runtime }) => ({ kept: await storedEvents(runtime.system, body.ids) }),
  trace: ({ path, runtime }) => traceOf(runtime.system, path.requestId),
})
