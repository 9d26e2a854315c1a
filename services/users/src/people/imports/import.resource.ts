import { builder } from '../../builder.ts'
import { importHandlers } from './import.handlers.ts'
import { ImportNoteEntity } from './note.entity.ts'

export const importResource = builder.resource({
  handlers: [importHandlers],
  entities: [ImportNoteEntity],
})
