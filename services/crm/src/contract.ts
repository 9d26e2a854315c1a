// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { unsubscribing } from './handover/unsubscribing.contract.ts'
import { messages } from './messages/message.contract.ts'
import { messageBounced, messageDelivered, messageSent } from './messages/message.events.ts'
import { notes } from './notes/note.contract.ts'
import { preferences } from './preferences/preferences.contract.ts'
import { messageUnsubscribed } from './preferences/unsubscription.ts'
import { CrmSettings } from './settings/crm-settings.ts'
import { suppressions } from './suppressions/suppression.contract.ts'
import { tasks } from './tasks/task.contract.ts'
import { messageTemplates } from './templates/template.contract.ts'

export { unsubscribing } from './handover/unsubscribing.contract.ts'

export const crmContract = contract({
  service: 'crm',
  area: 'CRM, segments, messages',
  resources: { notes, tasks, messageTemplates, preferences, suppressions, messages },
  settings: CrmSettings,
  internal: { unsubscribing },
  events: [messageSent, messageDelivered, messageBounced, messageUnsubscribed],
})
