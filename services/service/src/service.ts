// The house's own affairs: who changed what, and how everything is.
import { auditLog } from '../migrations/001-audit-log.ts'
import { requests } from '../migrations/002-requests.ts'
import { searchPath } from '../migrations/010-search-path.ts'
import { AuditEntity } from './audit/audit.entity.ts'
import { auditDoorHandlers, auditHandlers } from './audit/audit.handlers.ts'
import { auditWriter } from './audit/audit.worker.ts'
import { onUserAnonymized, personHandlers } from './audit/person.handlers.ts'
import { serviceContract } from './contract.ts'
import { healthHandlers } from './health/health.handlers.ts'
import { house } from './house.ts'
import { keepPartitions } from './partitions.ts'
import { RequestEntity } from './requests/request.entity.ts'
import { requestDoorHandlers } from './requests/request.handlers.ts'
import { requestWriter } from './requests/request.worker.ts'

export const serviceService = house.service({
  contract: serviceContract,
  entities: [AuditEntity, RequestEntity],
  migrations: [auditLog, requests, searchPath],
  resources: [auditHandlers, auditDoorHandlers, requestDoorHandlers, healthHandlers, personHandlers],
  reactions: [onUserAnonymized],
  jobs: [keepPartitions],
  workers: [auditWriter, requestWriter],
})
