// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf } from '@lms/service-host'
import { NoteStore } from './notes/note.store.ts'
import { ManagerTaskStore } from './tasks/task.store.ts'
import { TemplateStore } from './templates/template.store.ts'

export const builder = defineService({
  people: PeopleDirectory,
  notes: NoteStore,
  tasks: ManagerTaskStore,
  messageTemplates: TemplateStore,
})
export type Stores = StoresOf<typeof builder.stores>
