// People of a school, their rights, and the keys that act for them.
import { peopleAndKeys } from '../migrations/001-people-and-keys.ts'
import { keyRotation } from '../migrations/030-key-rotation.ts'
import { KeyEntity } from './api-keys/key.entity.ts'
import { keyDoorHandlers, keyHandlers } from './api-keys/key.handlers.ts'
import { usersContract } from './contract.ts'
import { house } from './house.ts'
import { meHandlers } from './me/me.handlers.ts'
import { UserEntity } from './users/user.entity.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = house.service({
  contract: usersContract,
  entities: [UserEntity, KeyEntity],
  migrations: [peopleAndKeys, keyRotation],
  resources: [userHandlers, meHandlers, keyHandlers, peopleHandlers, keyDoorHandlers],
})
