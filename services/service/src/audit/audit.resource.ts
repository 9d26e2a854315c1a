import { builder } from '../builder.ts'
import { AuditEntity } from './audit.entity.ts'
import { auditHandlers, auditInternalHandlers } from './audit.handlers.ts'
import { auditWriter } from './audit-worker.ts'
import { auditOfPerson } from './person.data.ts'

export const auditResource = builder.resource({
  handlers: [auditHandlers, auditInternalHandlers],
  entities: [AuditEntity],
  workers: [auditWriter],
  personalData: [auditOfPerson],
})
