import { type BodyOf, type Id, type ImportedSale, isId, type ReturnsOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { OfferWithItems } from '../catalog/offers/offer.store.ts'
import { nextOrderNumber } from '../sales/order-model/order-numbers.ts'
import { adoptPlan, priceOfPlan } from '../subscriptions/adopt-plan.ts'
import { settingsOf } from '../subscriptions/settings.ts'
import { enterPastOrder, returnPast } from './past-order.ts'
import { adoptable, type FoundPlan, readPlans } from './read-plans.ts'
import { type PastOrder, pastOrderOf, type Warn } from './sale.rules.ts'
import { longestName, saleImports } from './sale-import.contract.ts'

type Result = ReturnsOf<(typeof saleImports)['take']>

export const saleImportHandlers = builder.implement(saleImports, {
  offers: async ({ body: { names } }, { offers }) => {
    const short = names.map(name => (name.length > longestName ? '' : name.trim()))
    const found = await offers.byNames(short.filter(Boolean))
    const idsOf = (name: string): Id<'off'>[] => {
      const isNamed = ({ id, name: own }: { id: string; name: string }) =>
        isId('off', name) ? id === name : own.trim().toLowerCase() === name.toLowerCase()
      return found.filter(isNamed).map(({ id }) => id)
    }
    // At most two: more say no more.
    return { offers: short.map(name => ({ ids: idsOf(name).slice(0, 2) })) }
  },

  take: async ({ body, ...ctx }, stores) => {
    ctx.work.outgoing.asImport()
    const result: Result = { orders: 0, subscriptions: 0, warnings: [] }
    const read = await readSales(body, ctx, stores, result)
    const userIds = body.dry_run ? null : await existingUsers(read, ctx, stores)
    if (userIds) {
      const numbers = await numbersFor(read, ctx)
      await stores.people.holdAll([...userIds])
      await write(
        read.filter(({ sale }) => userIds.has(sale.user_id)),
        numbers,
        ctx,
        stores,
      )
    }
    return result
  },
})

interface Read {
  readonly sale: ImportedSale
  readonly offer: OfferWithItems
  /** Null where there is none, or it is here as it is. */
  readonly past: PastOrder | null
  readonly pastId: string | null
  readonly found: (FoundPlan & { readonly price: NonNullable<ReturnType<typeof priceOfPlan>> }) | null
}

/** What the rows say, and what of it is here already. Counts it, and warns of the rest. */
async function readSales(
  { sales, import_id }: BodyOf<(typeof saleImports)['take']>,
  ctx: Work,
  stores: Stores,
  result: Result,
): Promise<Read[]> {
  const [plans, offers] = await Promise.all([
    readPlans(sales, import_id, ctx, stores),
    stores.offers.withItems([...new Set(sales.map(({ offer_id }) => offer_id))]),
  ])
  const offersById = new Map<string, OfferWithItems>(offers.map(offer => [offer.id, offer]))
  const rows: Read[] = []
  const userByOrderKey = new Map<string, string>()
  for (const sale of sales) {
    const warn: Warn = (field, message) => result.warnings.push({ row: sale.row, field, message })
    const offer = offersById.get(sale.offer_id)
    if (!offer) continue
    const isOrder = sale.subscription === null || sale.amount !== null
    const past = isOrder ? pastOrderOf(sale, offer.currency, ctx.now, warn) : null
    const own = past && userByOrderKey.get(past.key)
    if (own && own !== sale.user_id) warn('order_number', 'another person has this order: it is left out')
    const isNew = past !== null && own === undefined
    if (isNew) userByOrderKey.set(past.key, sale.user_id)
    const plan =
      sale.subscription && adoptable(sale.subscription, plans.get(sale.subscription.reference) ?? null, warn)
    const found = plan && (await priced(plan, offer, stores, warn))
    rows.push({ sale, offer, past: isNew ? past : null, pastId: null, found })
    if (past && (isNew || own === sale.user_id)) result.orders++
  }
  return withoutPresent(rows, stores, result)
}

async function priced(plan: FoundPlan, offer: OfferWithItems, { prices }: Stores, warn: Warn) {
  const price = priceOfPlan(plan.plan, await prices.activeOf(offer.id, 100))
  if (price) return { ...plan, price }
  warn(
    'offer',
    'the offer has no price with the period and the currency of the subscription: add one, and import the row again',
  )
  return null
}

/** The rows without what is here: a subscription that has been adopted, an order that was entered before. */
async function withoutPresent(rows: readonly Read[], stores: Stores, result: Result): Promise<Read[]> {
  const orderIdByKey = await stores.importedOrders.ofKeys(rows.flatMap(({ past }) => past?.key ?? []))
  const orders = await stores.orders.many([...new Set(orderIdByKey.values())])
  const userOf = new Map<string, string>(orders.map(({ id, user_id }) => [id, user_id]))
  const adopted = new Set<string>()
  const checked: Read[] = []
  for (const row of rows) {
    const { sale, past, found } = row
    const warn: Warn = (field, message) => result.warnings.push({ row: sale.row, field, message })
    const pastId = (past && orderIdByKey.get(past.key)) ?? null
    const isOthers = pastId !== null && (userOf.get(pastId) ?? sale.user_id) !== sale.user_id
    if (isOthers) {
      warn('order_number', 'another person has this order: it is left out')
      result.orders--
    }
    const reference = found?.plan.reference ?? ''
    const own = found && (await stores.subscriptions.ofPlan({ provider_id: found.provider.id, reference }))
    if (found && (own ? own.user_id === sale.user_id : !adopted.has(reference))) result.subscriptions++
    else if (found) warn('stripe_subscription_id', 'another person has this subscription: it is left out')
    const isNew = found !== null && own === null && !adopted.has(reference)
    if (isNew) adopted.add(reference)
    checked.push({ ...row, past: isOthers ? null : past, pastId, found: isNew ? found : null })
  }
  return checked
}

/** The people of the rows who are here. */
const existingUsers = (rows: readonly Read[], { runtime }: Work, { people }: Stores): Promise<Set<string>> =>
  people.existing([...new Set(rows.map(({ sale }) => sale.user_id))], runtime)

/** Numbers for all orders to come, which have a transaction of their own, before anything is locked. */
function numbersFor(rows: readonly Read[], { runtime, work }: Work): Promise<number[]> {
  const count = rows.reduce(
    (sum, { past, pastId, found }) => sum + (past && !pastId ? 1 : 0) + (found ? 1 : 0),
    0,
  )
  return Promise.all(Array.from({ length: count }, () => nextOrderNumber(runtime, work.school)))
}

async function write(rows: readonly Read[], numbers: number[], ctx: Work, stores: Stores): Promise<void> {
  const settings = await settingsOf(stores)
  const again = rows.filter(({ past, pastId }) => past && pastId && past.refunded_amount > 0)
  for (const { past, pastId } of again.sort((one, other) => (one.pastId! < other.pastId! ? -1 : 1)))
    await returnFurther(ctx, stores, pastId!, past!)
  for (const { sale, offer, past, pastId, found } of rows) {
    const { user_id } = sale
    if (past && !pastId) {
      const order = enterPastOrder(ctx, stores, past, { user_id, offer, number: numbers.pop()! })
      stores.importedOrders.note(past.key, order.id)
    }
    if (!found) continue
    const [price] = await stores.prices.sell([found.price])
    if (price) await adoptPlan(ctx, stores, { ...found, user_id, offer, number: numbers.pop()! }, settings)
  }
}

/** Of an order that was entered before, only what its table says to be returned since then. */
async function returnFurther(ctx: Work, stores: Stores, orderId: string, past: PastOrder): Promise<void> {
  const order = await stores.orders.lockIfAny(orderId)
  const payment = order && (await stores.payments.lockLargestLeft(order.id))
  if (order && payment) returnPast(ctx, stores, { order, payment }, past)
}
