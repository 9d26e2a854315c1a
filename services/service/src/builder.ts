// The stores of this service, and the words its handlers are written with.
import { defineService } from '@lms/service-host'
import { AuditStore } from './audit/audit.store.ts'

export const builder = defineService({ records: AuditStore })
