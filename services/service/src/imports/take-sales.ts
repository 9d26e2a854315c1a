// What the people of a slice bought before goes to the service that sells.
import { maxSubscriptionRows, saleImports } from '@lms/commerce/contract'
import type { Id, ImportedSale } from '@lms/contract'
import { type At, clientOf } from '../steps.ts'

interface Slice {
  readonly import_id: Id<'imp'>
  readonly dry_run: boolean
  readonly idempotencyKey: string
}
interface TakenSales {
  readonly orders: number
  readonly subscriptions: number
  readonly warnings: readonly { row: number; field: string; message: string }[]
}

/** In parts: of subscriptions only as many at once as their provider is asked about at the same time. */
export async function takeSales(
  sales: readonly ImportedSale[],
  { import_id, dry_run, idempotencyKey }: Slice,
  ctx: At,
): Promise<TakenSales> {
  const client = clientOf(ctx, 'commerce', { saleImports }).saleImports
  let sum: TakenSales = { orders: 0, subscriptions: 0, warnings: [] }
  for (const [index, part] of partsOf(sales).entries()) {
    const body = { import_id, dry_run, sales: [...part] }
    const result = await client.take({ idempotencyKey: `${idempotencyKey} ${index}`, body })
    sum = {
      orders: sum.orders + result.orders,
      subscriptions: sum.subscriptions + result.subscriptions,
      warnings: [...sum.warnings, ...result.warnings],
    }
  }
  return sum
}

function partsOf(sales: readonly ImportedSale[]): (readonly ImportedSale[])[] {
  const [orders, subscriptions] = [
    sales.filter(({ subscription }) => subscription === null),
    sales.filter(({ subscription }) => subscription !== null),
  ]
  const parts = Array.from({ length: Math.ceil(subscriptions.length / maxSubscriptionRows) }, (_, index) =>
    subscriptions.slice(index * maxSubscriptionRows, (index + 1) * maxSubscriptionRows),
  )
  return orders.length ? [orders, ...parts] : parts
}
