import { builder } from '../builder.ts'
import { requestsOfPerson } from './person.data.ts'
import { requestInternalApi } from './request.contract.ts'
import { RequestEntity } from './request.entity.ts'
import { requestRecords } from './request.store.ts'
import { requestWriter } from './request-worker.ts'

const requestInternalHandlers = builder.implement(requestInternalApi, {
  trace: async ({ path, runtime }) => ({
    requests: await requestRecords.ofRequest(runtime.system, path.requestId),
  }),
})

export const requestResource = builder.resource({
  handlers: [requestInternalHandlers],
  entities: [RequestEntity],
  workers: [requestWriter],
  personalData: [requestsOfPerson],
})
