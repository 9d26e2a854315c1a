import { curatorScopes } from '@lms/users/contract'
import { builder } from '../../builder.ts'
import { tellCurator } from './tell-scopes.task.ts'

export const tellCuratorCall = builder.externalCall(tellCurator, {
  prepare: async ({ payload }, { curators }) => curators.scopesToTell(payload.curator_id),
  call: async (body, { school, requestId, runtime }) => {
    if (!runtime.config.serviceAddresses.users) return null
    await runtime.client('users', { curatorScopes }, { school, requestId }).curatorScopes.set({ body })
    return null
  },
  finish: async () => {},
})
