import { flows } from '@lms/learning/contract'
import { builder } from '../../builder.ts'
import { tellFlow } from './announce-flow.task.ts'

export const tellFlowCall = builder.externalCall(tellFlow, {
  // The curator of now: of two calls that overtake each other, both say the same.
  prepare: async ({ payload }, { groups }) => ({
    ...payload,
    curator_id: payload.removed ? null : ((await groups.find(payload.group_id))?.curator_id ?? null),
  }),
  call: async (body, { school, requestId, runtime }) => {
    if (!runtime.config.serviceAddresses.learning) return null
    await runtime.client('learning', { flows }, { school, requestId }).flows.changed({ body })
    return null
  },
  finish: async () => {},
})
