// The stores of this service, and the builder that types its handlers and reactions.
import { defineService } from '@lms/service-host'
import { AuditStore } from './audit/audit.store.ts'

export const builder = defineService({ records: AuditStore })
