import { auditSubject, everyAudit } from '@lms/events'
import { recordWriter } from '../record-writer.ts'
import { readAuditMessage } from './audit.contract.ts'
import { auditRecords } from './audit.store.ts'

export const auditWriter = recordWriter(
  'audit',
  everyAudit,
  (message, subject) => {
    const record = readAuditMessage(message as object)
    // Only the service itself may publish under its subject, so no service can write a record in another's name.
    if (subject !== auditSubject(record.school_id, record.service))
      throw new Error(`${record.service} sent this record under ${subject}.`)
    return [record]
  },
  auditRecords,
)
