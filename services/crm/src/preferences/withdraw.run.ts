import { consentDirectory } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { withdrawConsents } from './withdraw.task.ts'

export const withdrawConsentsTask = builder.externalCall(withdrawConsents, {
  prepare: async ({ payload }) => payload,
  call: async ({ user_id, channel }, { runtime, school, requestId }) => {
    const users = runtime.client('users', { consentDirectory }, { school, requestId })
    await users.consentDirectory.withdraw({ body: { user_id, channel, source: 'preferences' } })
  },
  finish: async () => {},
})
