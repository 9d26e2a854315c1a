import { flows } from '@lms/learning/contract'
import { builder } from '../../builder.ts'
import { tellFlow } from './announce-flow.task.ts'

export const tellFlowCall = builder.externalCall(tellFlow, {
  prepare: async ({ payload }) => payload,
  call: async (body, { school, requestId, runtime }) => {
    if (!runtime.config.serviceAddresses.learning) return null
    await runtime.client('learning', { flows }, { school, requestId }).flows.changed({ body })
    return null
  },
  finish: async () => {},
})
