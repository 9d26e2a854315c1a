// The house's own affairs: who changed what, and how everything is.
import { auditLog } from '../migrations/001-audit-log.ts'
import { AuditEntity } from './audit/audit.entity.ts'
import { auditDoorHandlers, auditHandlers } from './audit/audit.handlers.ts'
import { makePartitions } from './audit/audit.job.ts'
import { auditWriter } from './audit/audit.worker.ts'
import { onUserAnonymized, personHandlers } from './audit/person.handlers.ts'
import { serviceContract } from './contract.ts'
import { healthHandlers } from './health/health.handlers.ts'
import { house } from './house.ts'

export const serviceService = house.service({
  contract: serviceContract,
  entities: [AuditEntity],
  migrations: [auditLog],
  resources: [auditHandlers, auditDoorHandlers, healthHandlers, personHandlers],
  reactions: [onUserAnonymized],
  jobs: [makePartitions],
  workers: [auditWriter],
})
