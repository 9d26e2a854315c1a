// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { groupsAndMembers } from '../migrations/020-groups.ts'
import { accesses } from '../migrations/021-accesses.ts'
import { groupAccesses } from '../migrations/022-group-accesses.ts'
import { keyRotation } from '../migrations/030-key-rotation.ts'
import { signIn } from '../migrations/031-sign-in.ts'
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
import { IdentityEntity } from './identities/identity.entity.ts'
import { identityHandlers } from './identities/identity.handlers.ts'
import { meHandlers } from './me/me.handlers.ts'
import { onUserDeleted } from './reactions/deleted-people.ts'
import { onOrderCanceled, onOrderPaid } from './reactions/orders.ts'
import { SessionEntity } from './sessions/session.entity.ts'
import { sessionDoorHandlers, sessionHandlers } from './sessions/session.handlers.ts'
import { forgetSignIns } from './sign-in/forget-sign-ins.ts'
import { MessengerEntity, UsedSignatureEntity } from './sign-in/messenger.entity.ts'
import { messengerDoorHandlers } from './sign-in/messenger.handlers.ts'
import { signInHandlers } from './sign-in/sign-in.handlers.ts'
import { UserEntity } from './users/user.entity.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = house.service({
  contract: usersContract,
  entities: [
    UserEntity,
    KeyEntity,
    IdentityEntity,
    SessionEntity,
    MessengerEntity,
    UsedSignatureEntity,
    GroupEntity,
    MemberEntity,
    AccessEntity,
    AccessTermEntity,
    FollowedOrderEntity,
    GroupAccessTaskEntity,
    OrderPlaceEntity,
  ],
  migrations: [peopleAndKeys, groupsAndMembers, accesses, groupAccesses, keyRotation, signIn],
  resources: [
    userHandlers,
    meHandlers,
    keyHandlers,
    identityHandlers,
    sessionHandlers,
    signInHandlers,
    peopleHandlers,
    keyDoorHandlers,
    sessionDoorHandlers,
    messengerDoorHandlers,
    groupHandlers,
    memberHandlers,
    transferHandlers,
    accessHandlers,
  ],
  reactions: [onOrderPaid, onOrderCanceled, onUserDeleted],
  jobs: [forgetSignIns, expireAccessesJob, syncGroupAccessesJob],
})
