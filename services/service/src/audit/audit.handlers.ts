import { house } from '../house.ts'
import { auditDoor, auditLog } from './audit.contract.ts'
import { auditRecords, keptRecords } from './audit.store.ts'

export const auditHandlers = house.implement(auditLog, {
  list: ({ query }, { records }) => records.page(query),
})

export const auditDoorHandlers = house.implement(auditDoor, {
  confirm: async ({ body, runtime }) => ({ kept: await keptRecords(runtime.system, body.ids) }),
  trace: async ({ path, runtime }) => ({
    records: await auditRecords.ofRequest(runtime.system, path.requestId),
  }),
})
