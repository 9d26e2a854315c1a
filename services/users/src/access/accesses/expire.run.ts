// Terms end by the clock: each access expires with one event.
import { builder } from '../../builder.ts'
import { expireAccess } from './access.task.ts'

export const expireAccessTask = builder.batch(expireAccess, async ({ payloads }, { accesses }) => {
  accesses.end(await accesses.lockDue(payloads.map(({ access_id }) => access_id)), 'expire')
})
