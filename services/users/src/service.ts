// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { keyRotation } from '../migrations/030-key-rotation.ts'
import { signIn } from '../migrations/031-sign-in.ts'
import { KeyEntity } from './api-keys/key.entity.ts'
import { keyDoorHandlers, keyHandlers } from './api-keys/key.handlers.ts'
import { usersContract } from './contract.ts'
import { house } from './house.ts'
import { IdentityEntity } from './identities/identity.entity.ts'
import { identityHandlers } from './identities/identity.handlers.ts'
import { meHandlers } from './me/me.handlers.ts'
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
  entities: [UserEntity, KeyEntity, IdentityEntity, SessionEntity, MessengerEntity, UsedSignatureEntity],
  migrations: [peopleAndKeys, keyRotation, signIn],
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
  ],
  jobs: [forgetSignIns],
})
