import { requestRecordsSubject } from '@lms/events'
import { builder } from '../builder.ts'
import { recordWriter } from '../record-writer.ts'
import { requestsOfPerson } from './person.data.ts'
import { RequestRecords, requestInternalApi } from './request.contract.ts'
import { RequestEntity } from './request.entity.ts'
import { requestRecords } from './request.store.ts'

const requestWriter = recordWriter(
  'requests',
  requestRecordsSubject,
  message => RequestRecords.parse(message),
  requestRecords,
)

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
