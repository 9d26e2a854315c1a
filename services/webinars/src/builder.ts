// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf, settingsStoreOf } from '@lms/service-host'
import { AttendanceStore } from './attendance/attendance.store.ts'
import { BlockStore } from './blocks/block.store.ts'
import { RoomEventStore } from './live/room-event.store.ts'
import { MessageStore } from './messages/message.store.ts'
import { PresenceStore } from './presence/presence.store.ts'
import { PurchaseStore } from './purchases/purchase.store.ts'
import { RecordingStore } from './recordings/recording.store.ts'
import { RegistrationStore } from './registrations/registration.store.ts'
import { SessionStore } from './sessions/session.store.ts'
import { webinarsSecrets } from './settings/secrets.ts'
import { WebinarsSettings } from './settings/webinars-settings.ts'
import { WebinarStore } from './webinars/webinar.store.ts'

export const builder = defineService({
  settings: settingsStoreOf('webinars', WebinarsSettings, { secrets: webinarsSecrets }),
  people: PeopleDirectory,
  webinars: WebinarStore,
  sessions: SessionStore,
  recordings: RecordingStore,
  registrations: RegistrationStore,
  purchases: PurchaseStore,
  messages: MessageStore,
  blocks: BlockStore,
  presence: PresenceStore,
  attendance: AttendanceStore,
  roomEvents: RoomEventStore,
})
export type Stores = StoresOf<typeof builder.stores>
