// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf } from '@lms/service-host'
import { FactStore } from './facts/fact.store.ts'
import { NoteStore } from './notes/note.store.ts'
import { MemberStore } from './segments/member.store.ts'
import { SegmentStore } from './segments/segment.store.ts'
import { ManagerTaskStore } from './tasks/task.store.ts'

export const builder = defineService({
  people: PeopleDirectory,
  facts: FactStore,
  segments: SegmentStore,
  segmentMembers: MemberStore,
  notes: NoteStore,
  tasks: ManagerTaskStore,
})
export type Stores = StoresOf<typeof builder.stores>
