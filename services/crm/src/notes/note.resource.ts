import { builder } from '../builder.ts'
import { notesAboutPerson, notesByPerson } from './note.data.ts'
import { noteHandlers } from './note.handlers.ts'

export const noteResource = builder.resource({
  handlers: [noteHandlers],
  personalData: [notesAboutPerson, notesByPerson],
})
