// Waits for what follows from the orders of the demo school: places in groups, receipts, the end of a payment term.
import { setTimeout as pause } from 'node:timers/promises'
import type { LmsClient } from '@lms/api'
import { type Id, pages } from '@lms/contract'

const longest = 180_000

/**
 * Resolves when the people of paid orders are in their groups, and nobody else is; when no receipt is pending; and when
 * an order has expired.
 */
export const settled = (client: LmsClient, groups: readonly string[]): Promise<void> =>
  nothingMissing(() => missingEffect(client, groups))

/** Resolves when the payment has its receipt. The receipt of a refund is tried only once in half a minute before. */
export const receiptIssued = (client: LmsClient, payment_id: Id<'pay'>): Promise<void> =>
  nothingMissing(async () => {
    const { data } = await client.receipts.list({ query: { payment_id, status: 'issued' } })
    return data.length > 0 ? null : `${payment_id} has no receipt`
  })

/** Resolves when there is nothing that `ask` still names. */
export async function nothingMissing(ask: () => Promise<string | null>): Promise<void> {
  const until = performance.now() + longest
  for (;;) {
    const missing = await ask()
    if (missing === null) return
    if (performance.now() > until)
      throw new Error(`What the demo school waits for has not happened within three minutes: ${missing}.`)
    await pause(200)
  }
}

/** What has not happened yet; null if everything has. */
async function missingEffect(client: LmsClient, groups: readonly string[]): Promise<string | null> {
  const [expired, pending, sold, occupied] = await Promise.all([
    client.orders.list({ query: { status: 'expired', limit: 1 } }),
    client.receipts.list({ query: { status: 'pending', limit: 1 } }),
    placesSold(client),
    placesTaken(client, groups),
  ])
  if (expired.data.length === 0) return 'no order has expired'
  if (pending.data.length > 0) return 'receipts are pending'
  const free = [...sold].filter(seat => !occupied.has(seat))
  const stray = [...occupied].filter(seat => !sold.has(seat))
  return free.length + stray.length === 0
    ? null
    : `${free.length} places are free and ${stray.length} are taken by others: ${[...free, ...stray].slice(0, 3)}`
}

/** Places as `<group> <person>`. */
type Seats = Set<string>

async function placesSold(client: LmsClient): Promise<Seats> {
  const seats: Seats = new Set()
  const list = (cursor?: string) => client.orders.list({ query: { status: 'paid', limit: 1000, cursor } })
  for await (const { user_id, items, as_gift } of pages(list))
    for (const { kind, resource_id } of as_gift ? [] : items.flatMap(({ contents }) => contents))
      if (kind === 'group') seats.add(`${resource_id} ${user_id}`)
  return seats
}

async function placesTaken(client: LmsClient, groups: readonly string[]): Promise<Seats> {
  const query = { limit: 1000, fields: 'user_id' }
  const lists = await Promise.all(
    groups.map(async id =>
      (await client.members.list({ path: { id }, query })).data.map(({ user_id }) => `${id} ${user_id}`),
    ),
  )
  return new Set(lists.flat())
}
