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
import { me } from './me/me.contract.ts'
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
export { people, User, userAnonymized, userCreated, userDeleted, userUpdated } from './users/user.contract.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  resources: { users, me, apiKeys, groups, members, transfers, accesses },
  internal: { people, keyDoor },
  events: [
    userCreated,
    userUpdated,
    userDeleted,
    groupJoined,
    groupLeft,
    groupTransferred,
    accessGranted,
    accessChanged,
    accessRevoked,
    accessExpired,
  ],
})
