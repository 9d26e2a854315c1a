// The personal data in the records of requests.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { RequestRecord } from './request.contract.ts'

export const requestsOfPerson = builder.personalData({
  what: 'records of requests',
  on_merge: 'they stay as they are: who asked at that time',
  needs: null,
  erased: 'the X-Request-Ids that clients sent',
  kept: 'operation, ids, status, times; for 30 days, unless the installation says otherwise',
  why: 'the operator must be able to follow a request',
  ...rowsOfPerson(
    ({ requests }: Stores) => requests,
    'requests.actor_user_id',
    RequestRecord.omit({ school_id: true }),
  ),
  // A client's own X-Request-Id may contain anything.
  erase: (userId, _, { requests }) => requests.anonymize(userId),
})
