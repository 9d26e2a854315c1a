import { pageOfItems } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { orderUpdated } from '../../objects/order-events.ts'
import { orderInstalments } from './instalment.contract.ts'
import { checkedInstalments, scheduleOf } from './instalment.rules.ts'

export const orderInstalmentHandlers = builder.implement(orderInstalments, {
  list: async ({ path, query, now }, { orders }) =>
    pageOfItems(scheduleOf(await orders.get(path.id), now), query),

  replace: async ({ path, body, now, emit }, { orders }) => {
    const order = await orders.lock(path.id)
    const changed = orders.save(order, { instalments: checkedInstalments(order, body.instalments) })
    emit(orderUpdated, changed, { previous: order })
    return { id: changed.id, version: changed.version, instalments: scheduleOf(changed, now) }
  },
})
