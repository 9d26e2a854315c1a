// The stores of this service, and the builder that types its handlers and reactions.
import { defineService, type StoresOf, schoolSettingsOf, settingsStoreOf } from '@lms/service-host'
import { AccessStore } from './access/accesses/access.store.ts'
import { OrderStore } from './access/accesses/order.store.ts'
import { RightChangeStore } from './access/accesses/right-change.store.ts'
import { GroupAccessStore } from './access/group-accesses/group-access.store.ts'
import { GroupStore } from './access/groups/group.store.ts'
import { GroupPeopleStore } from './access/groups/group-people.store.ts'
import { MemberStore } from './access/groups/member.store.ts'
import { AgentAccessStore } from './agent/access.store.ts'
import { ConfirmationStore } from './agent/confirmation.store.ts'
import { MessageStore } from './agent/message.store.ts'
import { KeyStore } from './identity/api-keys/key.store.ts'
import { CalendarLinkStore } from './identity/calendars/calendar-link.store.ts'
import { EmailChangeStore } from './identity/email-changes/change.store.ts'
import { IdentityStore } from './identity/identities/identity.store.ts'
import { MessengerStore, SignatureStore } from './identity/messenger/messenger.store.ts'
import { SessionStore } from './identity/sessions/session.store.ts'
import { FieldStore } from './people/custom-fields/field.store.ts'
import { EffectStore } from './people/effects/effect.store.ts'
import { UserFactsStore } from './people/facts/facts.store.ts'
import { ImportNoteStore } from './people/imports/note.store.ts'
import { LeadStore } from './people/lead-model/lead.store.ts'
import { TagStore } from './people/tags/tag.store.ts'
import { UserStore } from './people/users/user.store.ts'
import { ConsentStore } from './privacy/consents/consent.store.ts'
import { DataExportStore } from './privacy/data-exports/export.store.ts'
import { usersSecrets } from './settings/secrets.ts'
import { modelChanged, UsersSettings } from './settings/users-settings.ts'

export const builder = defineService({
  school: schoolSettingsOf('users'),
  settings: settingsStoreOf('users', UsersSettings, {
    along: modelChanged,
    secrets: usersSecrets,
  }),
  users: UserStore,
  keys: KeyStore,
  identities: IdentityStore,
  sessions: SessionStore,
  messengers: MessengerStore,
  signatures: SignatureStore,
  groups: GroupStore,
  groupPeople: GroupPeopleStore,
  members: MemberStore,
  accesses: AccessStore,
  groupAccesses: GroupAccessStore,
  rightChanges: RightChangeStore,
  orders: OrderStore,
  fields: FieldStore,
  tags: TagStore,
  calendarLinks: CalendarLinkStore,
  consents: ConsentStore,
  dataExports: DataExportStore,
  emailChanges: EmailChangeStore,
  effects: EffectStore,
  leads: LeadStore,
  importNotes: ImportNoteStore,
  facts: UserFactsStore,
  agentAccesses: AgentAccessStore,
  agentMessages: MessageStore,
  agentConfirmations: ConfirmationStore,
})
export type Stores = StoresOf<typeof builder.stores>
