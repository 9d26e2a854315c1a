import { builder } from '../../builder.ts'
import { importHandlers } from './import.handlers.ts'
import { ImportNoteEntity } from './note.store.ts'

export const importResource = builder.resource({
  handlers: [importHandlers],
  entities: [ImportNoteEntity],
})
