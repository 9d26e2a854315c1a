import { curatorScopes } from '@lms/users/contract'
import { builder } from '../../builder.ts'
import { curatedOfPerson, curatorsOfPerson } from './curator.data.ts'
import { curatorHandlers } from './curator.handlers.ts'
import { tellCurator } from './tell-scopes.task.ts'

const tellCuratorCall = builder.externalCall(tellCurator, {
  prepare: async ({ payload }, { curators }) => curators.scopesToTell(payload.curator_id),
  call: async (body, { school, requestId, runtime }) => {
    if (!runtime.config.serviceAddresses.users) return null
    await runtime.client('users', { curatorScopes }, { school, requestId }).curatorScopes.set({ body })
    return null
  },
  finish: async () => {},
})

export const curatorResource = builder.resource({
  handlers: [curatorHandlers],
  tasks: [tellCuratorCall],
  personalData: [curatorsOfPerson, curatedOfPerson],
  used: { curators_limit_reached: ({ curators }, most) => curators.standing(most) },
})
