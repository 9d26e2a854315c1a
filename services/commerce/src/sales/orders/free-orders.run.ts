// Orders of 0 from before they were paid when they are made: a migration has made a task of each that still waits.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../../builder.ts'
import { settleFree } from '../../money/payments/settle-free.ts'

const settleFreeOrder = task('settle-free-order', {
  payload: z.object({ order_id: id('ord') }),
  attempts: 20,
})

export const settleFreeOrderTask = builder.task(settleFreeOrder, async ({ payload, ...ctx }, stores) => {
  if (!(await stores.orders.find(payload.order_id))) return
  const [order] = await Promise.all([stores.orders.lock(payload.order_id), stores.settings.get()])
  if (order.status === 'waiting_payment') await settleFree(ctx, stores, order)
})
