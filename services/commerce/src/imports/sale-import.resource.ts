import { builder } from '../builder.ts'
import { ImportedOrderEntity } from './imported-order.store.ts'
import { saleImportHandlers } from './sale-import.handlers.ts'

// What is imported is kept as any sale: the personal data are those of orders, payments, refunds and subscriptions.
export const saleImportResource = builder.resource({
  handlers: [saleImportHandlers],
  entities: [ImportedOrderEntity],
})
