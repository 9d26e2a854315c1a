import { builder } from '../builder.ts'
import { requestInternalApi } from './request.contract.ts'
import { requestRecords } from './request.store.ts'

export const requestInternalHandlers = builder.implement(requestInternalApi, {
  trace: async ({ path, runtime }) => ({
    requests: await requestRecords.ofRequest(runtime.system, path.requestId),
  }),
})
