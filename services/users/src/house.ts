// The stores of this service, and the words its handlers and reactions are written with.
import { houseOf } from '@lms/service-host'
import { KeyStore } from './api-keys/key.store.ts'
import { IdentityStore } from './identities/identity.store.ts'
import { SessionStore } from './sessions/session.store.ts'
import { MessengerStore, SignatureStore } from './sign-in/messenger.store.ts'
import { UserStore } from './users/user.store.ts'

export const house = houseOf({
  users: UserStore,
  keys: KeyStore,
  identities: IdentityStore,
  sessions: SessionStore,
  messengers: MessengerStore,
  signatures: SignatureStore,
})
