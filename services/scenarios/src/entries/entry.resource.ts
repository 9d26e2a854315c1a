import { builder } from '../builder.ts'
import { entryHandlers } from './entry.handlers.ts'
import { EntryEntity } from './entry.store.ts'

export const entryResource = builder.resource({
  handlers: [entryHandlers],
  entities: [EntryEntity],
})
