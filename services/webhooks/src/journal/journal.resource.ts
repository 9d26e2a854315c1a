import { builder } from '../builder.ts'
import { historyHandlers } from './history.handlers.ts'
import { journalHandlers } from './journal.handlers.ts'
import { journalWriter } from './journal-writer.ts'

export const journalResource = builder.resource({
  handlers: [historyHandlers, journalHandlers],
  workers: [journalWriter],
})
