import { builder } from '../builder.ts'
import { onOrderCanceled, onOrderPaid, onOrderRefunded } from './orders.ts'
import { onUserAnonymized, onUserDeleted } from './removed-people.ts'

export const reactionsResource = builder.resource({
  reactions: [onOrderPaid, onOrderCanceled, onOrderRefunded, onUserDeleted, onUserAnonymized],
})
