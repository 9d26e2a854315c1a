// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { groupsAndMembers } from '../migrations/020-groups.ts'
import { accesses } from '../migrations/021-accesses.ts'
import { groupAccesses } from '../migrations/022-group-accesses.ts'
import {
  AccessEntity,
  AccessTermEntity,
  FollowedOrderEntity,
  GroupAccessTaskEntity,
  OrderPlaceEntity,
} from './accesses/access.entity.ts'
import { accessHandlers } from './accesses/access.handlers.ts'
import { expireAccessesJob } from './accesses/expire.job.ts'
import { syncGroupAccessesJob } from './accesses/group-access.job.ts'
import { KeyEntity } from './api-keys/key.entity.ts'
import { keyDoorHandlers, keyHandlers } from './api-keys/key.handlers.ts'
import { usersContract } from './contract.ts'
import { GroupEntity, MemberEntity } from './groups/group.entity.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { memberHandlers } from './groups/member.handlers.ts'
import { transferHandlers } from './groups/transfer.handlers.ts'
import { house } from './house.ts'
import { meHandlers } from './me/me.handlers.ts'
import { onUserDeleted } from './reactions/deleted-people.ts'
import { onOrderCanceled, onOrderPaid } from './reactions/orders.ts'
import { UserEntity } from './users/user.entity.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = house.service({
  contract: usersContract,
  entities: [
    UserEntity,
    KeyEntity,
    GroupEntity,
    MemberEntity,
    AccessEntity,
    AccessTermEntity,
    FollowedOrderEntity,
    GroupAccessTaskEntity,
    OrderPlaceEntity,
  ],
  migrations: [peopleAndKeys, groupsAndMembers, accesses, groupAccesses],
  resources: [
    userHandlers,
    meHandlers,
    keyHandlers,
    peopleHandlers,
    keyDoorHandlers,
    groupHandlers,
    memberHandlers,
    transferHandlers,
    accessHandlers,
  ],
  reactions: [onOrderPaid, onOrderCanceled, onUserDeleted],
  jobs: [expireAccessesJob, syncGroupAccessesJob],
})
