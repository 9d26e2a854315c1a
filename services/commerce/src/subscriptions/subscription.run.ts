// What subscriptions do by the clock: charges, retries, ends, the end of a pause. Those of a school that are due together
// are done together: what they read is read once.
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { nextOrderNumber } from '../sales/order-model/order-numbers.ts'
import { catalogueOf, type PresentCatalogue } from '../sales/pricing/catalogue.ts'
import { daysAfter } from './calendar.ts'
import { chargeOrder, endSubscription, openPeriod } from './charging.ts'
import { reservedCreditOf } from './credit-ledger.ts'
import { type Locked, lockWithOrders } from './locking.ts'
import { type SubscriptionSettings, settingsOf } from './settings.ts'
import { type Due, dueOf, nextPeriod, resumed } from './subscription.rules.ts'
import type { SubscriptionRow } from './subscription.store.ts'
import { advanceSubscription } from './subscription.task.ts'

export const advanceSubscriptions = builder.batch(
  advanceSubscription,
  async ({ payloads, ...ctx }, stores) => {
    const { subscriptions } = stores
    const ids = new Set(payloads.map(({ subscription_id }) => subscription_id))
    const seen = (await subscriptions.many([...ids])).filter(row => actOf(row, ctx.now))
    if (seen.length === 0) return
    const [settings, sold, present] = await Promise.all([
      settingsOf(stores),
      catalogues(seen, stores),
      peopleOf(seen, ctx, stores),
    ])
    // Order numbers have a transaction of their own, before this one locks anything.
    const numbers = new Map(
      await Promise.all(seen.filter(opens).map(async ({ id }) => [id, await numberFor(ctx)] as const)),
    )
    const locked = await lockWithOrders(seen, stores)
    const advance = (each: Locked) => {
      const { id, user_id, country } = each.subscription
      const [number, catalogue] = [numbers.get(id), sold.get(country)]
      if (!present.has(user_id)) return endSubscription(ctx, stores, { ...each, reason: 'person_gone' })
      return advanced(ctx, stores, { ...each, number, catalogue, settings })
    }
    await Promise.all(locked.map(advance))
  },
)

const actOf = (row: SubscriptionRow, now: string): Due['act'] | null => {
  const due = dueOf(row)
  return due && due.at <= now ? due.act : null
}
const opens = (row: SubscriptionRow) => dueOf(row)?.act === 'charge' && row.open_order_id === null
const numberFor = ({ runtime, work }: Work) => nextOrderNumber(runtime, work.school)

interface Advancing extends Locked {
  /** Of the order of a new period. */
  number: number | undefined
  catalogue: PresentCatalogue | undefined
  settings: SubscriptionSettings
}

async function advanced(
  ctx: Work,
  stores: Stores,
  { subscription, order, ...rest }: Advancing,
): Promise<unknown> {
  const { number, catalogue, settings } = rest
  switch (actOf(subscription, ctx.now)) {
    case 'end':
      return endSubscription(ctx, stores, { subscription, order, reason: 'period_ended' })
    case 'look': {
      stores.subscriptions.syncPlan(subscription)
      return stores.subscriptions.save(subscription, { next_charge_at: daysAfter(ctx.now, 1) })
    }
    case 'resume':
      return resume(subscription, ctx.now, stores)
    case 'charge': {
      if (order) return chargeOrder(ctx, stores, { subscription, order }, settings)
      if (number === undefined || !catalogue) throw new Error('It has become due for a new period meanwhile.')
      const period = nextPeriod(subscription, ctx.now, await reservedCreditOf(subscription, stores))
      return openPeriod(ctx, stores, { subscription, period, number, catalogue }, settings)
    }
    default:
      return null
  }
}

/** Ends a pause, also that of the accesses. */
export function resume(
  subscription: SubscriptionRow,
  now: string,
  { subscriptions }: Stores,
): SubscriptionRow {
  const { move, changes } = resumed(subscription, now)
  const running = subscriptions.move(subscription, move, changes)
  subscriptions.follow(running)
  return running
}

/** What the next periods of these subscriptions sell, by the country whose taxes apply. */
async function catalogues(
  seen: readonly SubscriptionRow[],
  stores: Stores,
): Promise<Map<string | null, PresentCatalogue>> {
  const byCountry = Map.groupBy(seen, ({ country }) => country)
  const read = [...byCountry].map(async ([country, rows]) => {
    const terms = rows.map(row => row.price_change ?? row)
    return [country, await catalogueOf(terms, country, stores)] as const
  })
  return new Map(await Promise.all(read))
}

/** Those of their people who are not gone. */
const peopleOf = (
  seen: readonly SubscriptionRow[],
  { runtime }: Work,
  { people }: Stores,
): Promise<Set<string>> =>
  people.existing(
    seen.map(({ user_id }) => user_id),
    runtime,
  )
