import { everyAudit } from '@lms/events'
import { recordWriter } from '../record-writer.ts'
import { AuditMessage } from './audit.contract.ts'
import { auditRecords } from './audit.store.ts'

export const auditWriter = recordWriter(
  'audit',
  everyAudit,
  message => [AuditMessage.parse(message)],
  auditRecords,
)
