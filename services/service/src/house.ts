// The stores of this service, and the words its handlers are written with.
import { houseOf } from '@lms/service-host'
import { AuditStore } from './audit/audit.store.ts'

export const house = houseOf({ records: AuditStore })
