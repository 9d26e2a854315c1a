import { builder } from '../builder.ts'
import { auditInternalApi, auditLog } from './audit.contract.ts'
import { AuditEntity } from './audit.entity.ts'
import { auditRecords, storedRecords } from './audit.store.ts'
import { auditWriter } from './audit-worker.ts'
import { auditOfPerson } from './person.data.ts'

const auditHandlers = builder.implement(auditLog, {
  list: ({ query }, { records }) => records.page(query),
})

const auditInternalHandlers = builder.implement(auditInternalApi, {
  traced: async ({ body }) => ({ id: body.request_id }),
  confirm: async ({ body, runtime }) => ({ kept: await storedRecords(runtime.system, body.ids) }),
  trace: async ({ path, runtime }) => ({
    records: await auditRecords.ofRequest(runtime.system, path.requestId),
  }),
})

export const auditResource = builder.resource({
  handlers: [auditHandlers, auditInternalHandlers],
  entities: [AuditEntity],
  workers: [auditWriter],
  personalData: [auditOfPerson],
})
