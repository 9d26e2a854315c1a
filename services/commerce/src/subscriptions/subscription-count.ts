import { changedObjects } from '@lms/analytics/contract'
import { builder } from '../builder.ts'
import { countPause } from './subscription.task.ts'

export const countPauses = builder.externalCall(countPause, {
  prepare: async ({ payload }) => payload,
  call: async (body, { school, requestId, runtime }) => {
    if (!runtime.config.serviceAddresses.analytics) return
    await runtime.client('analytics', { changedObjects }, { school, requestId }).changedObjects.read({ body })
  },
  finish: async () => {},
})
