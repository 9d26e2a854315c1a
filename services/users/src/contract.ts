// What outsiders may know of this service.
import { contract } from '@lms/contract'
import {
  accessChanged,
  accessExpired,
  accesses,
  accessGranted,
  accessRevoked,
} from './accesses/access.contract.ts'
import { apiKeys, keyDoor } from './api-keys/key.contract.ts'
import { groups } from './groups/group.contract.ts'
import { groupJoined, groupLeft, members } from './groups/member.contract.ts'
import { groupTransferred, transfers } from './groups/transfer.contract.ts'
import { identities } from './identities/identity.contract.ts'
import { me } from './me/me.contract.ts'
import { sessionDoor, sessions } from './sessions/session.contract.ts'
import { messengerDoor } from './sign-in/messenger.contract.ts'
import { auth, userSignedIn } from './sign-in/sign-in.contract.ts'
import { people, userCreated, userDeleted, users, userUpdated } from './users/user.contract.ts'

export {
  Access,
  accessChanged,
  accessExpired,
  accessGranted,
  accessRevoked,
} from './accesses/access.contract.ts'
export { keyDoor, type ResolvedKey } from './api-keys/key.contract.ts'
export { keyHash } from './api-keys/key.rules.ts'
export { Group } from './groups/group.contract.ts'
export { groupJoined, groupLeft, Member } from './groups/member.contract.ts'
export { groupTransferred, Transfer } from './groups/transfer.contract.ts'
export { roleRights } from './roles.ts'
export { sessionDoor } from './sessions/session.contract.ts'
export { messengerDoor } from './sign-in/messenger.contract.ts'
export { userSignedIn } from './sign-in/sign-in.contract.ts'
export { people, User, userAnonymized, userCreated, userDeleted, userUpdated } from './users/user.contract.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  resources: { users, me, apiKeys, identities, sessions, auth, groups, members, transfers, accesses },
  internal: { people, keyDoor, sessionDoor, messengerDoor },
  events: [
    userCreated,
    userUpdated,
    userDeleted,
    userSignedIn,
    groupJoined,
    groupLeft,
    groupTransferred,
    accessGranted,
    accessChanged,
    accessRevoked,
    accessExpired,
  ],
})
