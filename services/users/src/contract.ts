// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { apiKeys, keyDoor } from './api-keys/key.contract.ts'
import { identities } from './identities/identity.contract.ts'
import { me } from './me/me.contract.ts'
import { sessionDoor, sessions } from './sessions/session.contract.ts'
import { messengerDoor } from './sign-in/messenger.contract.ts'
import { auth, userSignedIn } from './sign-in/sign-in.contract.ts'
import { people, userCreated, userDeleted, users, userUpdated } from './users/user.contract.ts'

export { keyDoor, type ResolvedKey } from './api-keys/key.contract.ts'
export { keyHash } from './api-keys/key.rules.ts'
export { roleRights } from './roles.ts'
export { sessionDoor } from './sessions/session.contract.ts'
export { messengerDoor } from './sign-in/messenger.contract.ts'
export { userSignedIn } from './sign-in/sign-in.contract.ts'
export { people, User, userAnonymized, userCreated, userDeleted, userUpdated } from './users/user.contract.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  resources: { users, me, apiKeys, identities, sessions, auth },
  internal: { people, keyDoor, sessionDoor, messengerDoor },
  events: [userCreated, userUpdated, userDeleted, userSignedIn],
})
