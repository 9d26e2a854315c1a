import { requestRecordsSubject } from '@lms/events'
import { recordWriter } from '../record-writer.ts'
import { RequestRecords } from './request.contract.ts'
import { requestRecords } from './request.store.ts'

export const requestWriter = recordWriter(
  'requests',
  requestRecordsSubject,
  message => RequestRecords.parse(message),
  requestRecords,
)
