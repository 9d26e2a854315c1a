import { builder } from '../builder.ts'
import { auditInternalApi, auditLog } from './audit.contract.ts'
import { auditRecords, storedRecords } from './audit.store.ts'

export const auditHandlers = builder.implement(auditLog, {
  list: ({ query }, { records }) => records.page(query),
})

export const auditInternalHandlers = builder.implement(auditInternalApi, {
  traced: async ({ body }) => ({ id: body.request_id }),
  confirm: async ({ body, runtime }) => ({ kept: await storedRecords(runtime.system, body.ids) }),
  trace: async ({ path, runtime }) => ({
    records: await auditRecords.ofRequest(runtime.system, path.requestId),
  }),
})
