import { builder } from '../builder.ts'
import { requestsOfPerson } from './person.data.ts'
import { RequestEntity } from './request.entity.ts'
import { requestInternalHandlers } from './request.handlers.ts'
import { requestWriter } from './request-worker.ts'

export const requestResource = builder.resource({
  handlers: [requestInternalHandlers],
  entities: [RequestEntity],
  workers: [requestWriter],
  personalData: [requestsOfPerson],
})
