// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { groupsAndMembers } from '../migrations/020-groups.ts'
import { KeyEntity } from './api-keys/key.entity.ts'
import { keyDoorHandlers, keyHandlers } from './api-keys/key.handlers.ts'
import { usersContract } from './contract.ts'
import { GroupEntity, MemberEntity } from './groups/group.entity.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { memberHandlers } from './groups/member.handlers.ts'
import { transferHandlers } from './groups/transfer.handlers.ts'
import { house } from './house.ts'
import { meHandlers } from './me/me.handlers.ts'
import { UserEntity } from './users/user.entity.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = house.service({
  contract: usersContract,
  entities: [UserEntity, KeyEntity, GroupEntity, MemberEntity],
  migrations: [peopleAndKeys, groupsAndMembers],
  resources: [
    userHandlers,
    meHandlers,
    keyHandlers,
    peopleHandlers,
    keyDoorHandlers,
    groupHandlers,
    memberHandlers,
    transferHandlers,
  ],
})
