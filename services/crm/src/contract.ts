// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { rebuilding } from './facts/rebuild.contract.ts'
import { notes } from './notes/note.contract.ts'
import { audiences } from './segments/audience.contract.ts'
import { segmentMembers, segments } from './segments/segment.contract.ts'
import { tasks } from './tasks/task.contract.ts'

export { rebuilding } from './facts/rebuild.contract.ts'
export { audiences } from './segments/audience.contract.ts'

export const crmContract = contract({
  service: 'crm',
  area: 'CRM, segments, messages',
  resources: { notes, tasks, segments, segmentMembers },
  internal: { rebuilding, audiences },
  events: [],
})
