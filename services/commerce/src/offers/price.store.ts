import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Price } from './price.contract.ts'

const prices = objectTable('commerce.prices', Price, {
  indexes: [['offer_id', 'created_at', 'id']],
  hidden: { sold: column.boolean() },
  lifecycle: null,
})
export type PriceRow = RowIn<typeof prices>

export class PriceStore extends storeOf(prices) {}
