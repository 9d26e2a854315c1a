import { type BodyOf, formatTime } from '@lms/contract'
import { ledTo } from '@lms/html/page'
import { downloadPath, linkHours, missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import { siteUrlOf } from '../../settings/site-url.ts'
import { startSetUp } from '../card-setups/start-set-up.ts'
import { startCharge } from '../charges/start-charge.ts'
import { adapters } from '../providers/adapters.ts'
import {
  connectChosen,
  type OfferedProvider,
  providersOf,
  refuseUnpayable,
} from '../providers/available-providers.ts'
import { addressOf, linkTo, linkToCard } from './link.ts'
import { claimsOf, type LinkClaims } from './link-token.ts'
import { type CardPart, type PaymentPage, paymentLinks, paymentPages, type Way } from './page.contract.ts'
import { cardPartOf, pageOf, stateOf } from './page.rules.ts'
import { afterPaying, done, paymentPage } from './payment-page.ts'

export const paymentLinkHandlers = builder.implement(paymentLinks, {
  create: async ({ path, body, ...ctx }, stores) => {
    const [order, siteUrl] = await Promise.all([stores.orders.get(path.id), siteUrlOf(ctx)])
    stores.orders.checkVersion(order)
    const charges = await stores.consequences.uncarded(order, ctx, stores)
    if (charges.length && body.amount === undefined) return linkToCard(order, body.expires_at, siteUrl, ctx)
    const link = linkTo(order, body, siteUrl, ctx)
    await refuseUnpayable(ctx, stores, link)
    return link
  },
})

export const paymentPageHandlers = builder.implement(paymentPages, {
  show: async ({ body, ...ctx }, stores) => {
    const claims = readToken(body.token, ctx)
    const order = await stores.orders.get(claims.order_id)
    const { page } = await present(claims, order, ctx, stores, body.returned)
    const waits = page.status === 'processing' || page.card?.status === 'processing'
    if (!body.returned) return paymentPage(page, body, body.submitted)
    return waits ? paymentPage(page, { ...body, path: `${body.path}${done}` }, false) : ledTo(body.path, page)
  },

  pay: async ({ body, ...ctx }, stores) => afterPaying(await pay(body, ctx, stores), body),

  saveCard: async ({ body, ...ctx }, stores) => afterPaying(await saveCard(body, ctx, stores), body),
})

/** Starts a payment; gives the page after it. */
async function pay(
  body: BodyOf<(typeof paymentPages)['pay']>,
  ctx: Work,
  stores: Stores,
): Promise<PaymentPage> {
  const claims = readToken(body.token, ctx)
  const return_url = addressOf(claims, await siteUrlOf(ctx), ctx)
  // Of simultaneous submissions the second sees the payment of the first.
  const order = await stores.orders.lock(claims.order_id)
  const { page, offered } = await present(claims, order, ctx, stores)
  if (page.status !== 'due') return page
  const amount = body.amount ?? page.amount
  if (![page.amount, page.whole_amount].includes(amount)) return withProblem(page, null, 'amount_changed')
  const provider = offered.find(({ id }) => id === body.provider_id)
  if (!provider) return withProblem(page, null, 'way_gone')
  const entered = readForm(provider, body.fields)
  if ('problem' in entered) return withProblem(page, provider, entered.problem)
  await connectChosen(ctx, stores, provider)
  const save = order.items.some(({ interval }) => interval !== null)
  const source = {
    kind: 'page' as const,
    choice: entered.choice,
    return_url,
    done_url: `${return_url}${done}`,
    save,
  }
  await startCharge(ctx, stores, { order, provider, amount, source })
  return { ...page, status: 'processing' as const, ways: [], problem: null, continue_url: null }
}

/** Saves a card; gives the page after it. */
async function saveCard(
  body: BodyOf<(typeof paymentPages)['saveCard']>,
  ctx: Work,
  stores: Stores,
): Promise<PaymentPage> {
  const claims = readToken(body.token, ctx)
  const return_url = addressOf(claims, await siteUrlOf(ctx), ctx)
  const order = await stores.orders.lock(claims.order_id)
  const { page, offered } = await present(claims, order, ctx, stores)
  const { card } = page
  if (card?.status !== 'wanted') return page
  const wrong = (provider: OfferedProvider | null, reason: CardReason): PaymentPage => ({
    ...page,
    card: { ...card, problem: { provider_id: provider?.id ?? null, reason } },
  })
  const provider = offered.find(({ id }) => id === body.provider_id)
  if (!provider) return wrong(null, 'way_gone')
  const { form } = adapters[provider.kind]
  const entered = form ? form.read(body.fields) : { choice: null }
  if ('problem' in entered) return wrong(provider, entered.problem)
  await connectChosen(ctx, stores, provider)
  startSetUp(ctx, stores, {
    order,
    provider,
    choice: entered.choice,
    return_url,
    done_url: `${return_url}${done}`,
  })
  return {
    ...page,
    card: { ...card, status: 'processing' as const, ways: [], problem: null, continue_url: null },
  }
}

type Reason = NonNullable<PaymentPage['problem']>['reason']
type CardReason = NonNullable<CardPart['problem']>['reason']

const withProblem = (page: PaymentPage, provider: OfferedProvider | null, reason: Reason): PaymentPage => ({
  ...page,
  problem: { provider_id: provider?.id ?? null, reason },
})

type At = Pick<Work, 'work' | 'runtime' | 'now'>

const readToken = (token: string, { work, runtime }: At): LinkClaims =>
  claimsOf(token, work.school, runtime.vault) ?? missing()

/** The page of an order as it is now, and the providers that it offers: to pay, or to save a card. */
async function present(claims: LinkClaims, order: OrderRow, ctx: Work, stores: Stores, returned = false) {
  const state = stateOf(claims, order, await stores.payments.lastCharges(order.id), ctx.now, returned)
  const isDue = state.status === 'due'
  // A link that has ended leads to no card.
  const open = claims.expiresAt * 1000 > Date.parse(ctx.now)
  const [charges, attempts, gifts, receipts, learn_url] = await Promise.all([
    open ? stores.consequences.uncarded(order, ctx, stores) : [],
    open && order.status === 'paid' ? stores.cardSetups.lastOf(order.id) : [],
    open ? stores.consequences.giftsOf(order, ctx, stores) : [],
    open && order.status === 'paid' ? receiptsOf(order, ctx, stores) : [],
    order.status === 'paid' ? learnUrlOf(order, stores) : null,
  ])
  const [activeProviders, { sales }] = await Promise.all([
    isDue || charges.length > 0 ? providersOf(ctx, stores, order) : [],
    stores.settings.get(),
  ])
  const offered = isDue
    ? activeProviders
    : activeProviders.filter(({ kind }) => adapters[kind].setUp !== undefined)
  const ways = offered.map(wayOf)
  const test = order.test || sales.mode === 'test'
  const card =
    order.status === 'paid' ? cardPartOf(charges, attempts, ways, { now: ctx.now, returned }) : null
  return {
    page: pageOf(order, state, {
      test,
      ways,
      card,
      learn_url,
      gifts,
      receipts,
    }),
    offered,
  }
}

/** Where the buyer goes on: by the first offer that says so, else by the settings; null for gifts of others. */
async function learnUrlOf(
  { items, as_gift }: OrderRow,
  { offers, settings }: Stores,
): Promise<string | null> {
  if (as_gift) return null
  const [sold, { orders }] = await Promise.all([
    offers.many([...new Set(items.map(({ offer_id }) => offer_id))]),
    settings.get(),
  ])
  const urlOf = new Map(sold.map(({ id, return_url }) => [id, return_url]))
  return items.map(({ offer_id }) => urlOf.get(offer_id)).find(Boolean) ?? orders.learn_url
}

/** The issued receipts of an order, with links that are valid for a day. */
async function receiptsOf(
  { id }: OrderRow,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { receipts }: Stores,
): Promise<PaymentPage['receipts']> {
  const expires_at = formatTime(new Date(runtime.clock.now().getTime() + linkHours * 3_600_000))
  return (await receipts.issuedOf(id)).map(receipt => ({
    number: receipt.number!,
    path: downloadPath(runtime.vault, { school: work.school, id: receipt.id, expires_at }),
  }))
}

function wayOf({ id, kind, name, mode, instructions }: OfferedProvider): Way {
  const { page, form } = adapters[kind]
  const fields = (form?.fields ?? []).map(field => ({ ...field }))
  return { provider_id: id, name, page, test: mode === 'test', fields, instructions }
}

/** The choice that was entered into the adapter's form; null without a form. */
function readForm(
  { kind }: OfferedProvider,
  fields: Record<string, string>,
): { choice: string | null } | { problem: Reason } {
  const { page, form } = adapters[kind]
  if (page === 'instructions') return { problem: 'way_outside' }
  return form ? form.read(fields) : { choice: null }
}
