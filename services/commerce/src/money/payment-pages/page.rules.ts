// Pure decisions about payment links and their pages: no clock, database or request.
import { formatTime, Refused, stateAfter } from '@lms/contract'
import { dueOf, trialDaysOf } from '../../objects/balance.ts'
import type { Instalment, Order } from '../../objects/order.object.ts'
import type { Payment } from '../../objects/payment.object.ts'
import { orderMoves } from '../../sales/order-model/order.rules.ts'
import { includedIn } from '../../sales/order-pages/included.ts'
import { type DueNow, dueNow } from '../../sales/pricing/due-now.ts'
import type { LinkClaims } from './link-token.ts'
import { type CardPart, type PaymentPage, refusals, type Way } from './page.contract.ts'

const dayMs = 86_400_000
const usualDays = 7
const maxDays = 366

interface LinkOptions {
  amount?: number | undefined
  expires_at?: string | undefined
}

/** An order with its instalments. */
export type Payable = Order & { instalments: readonly Instalment[] | null }

/** The claims of a new link; refuses one for a paid or closed order, a part beyond what is due, and an odd term. */
export function claimsFor(order: Payable, { amount, expires_at }: LinkOptions, now: string): LinkClaims {
  stateAfter(orderMoves, order.status, ['pay'])
  const due = dueOf(order)
  if (amount !== undefined && amount > due) throw new Refused(refusals.link_part_too_large)
  const part = amount !== undefined && amount < due
  return { ...claimsOfOrder(order, expires_at, now), upTo: part ? order.amount - due + amount : null }
}

/** The claims of a link to the page of an order, which may be paid already: then the page says so. */
export const claimsOfOrder = (order: Payable, expires_at: string | undefined, now: string): LinkClaims => ({
  order_id: order.id,
  upTo: null,
  expiresAt: Math.floor(Date.parse(termOf(order, expires_at, now)) / 1000),
})

function termOf(
  { expires_at, instalments, items }: Payable,
  requestedTerm: string | undefined,
  now: string,
): string {
  const after = (days: number) => formatTime(new Date(Date.parse(now) + days * dayMs))
  if (requestedTerm !== undefined && (requestedTerm <= now || requestedTerm > after(maxDays)))
    throw new Refused(refusals.link_term_invalid)
  if (requestedTerm !== undefined) return requestedTerm
  const last = instalments?.at(-1)
  if (last) return after(Math.min(maxDays, usualDays + Math.max(0, daysBetween(now, last.due_at))))
  if (expires_at !== null && expires_at > now) return expires_at
  // The link leads to the page on which a card is saved for what comes after the free days.
  return after(Math.min(maxDays, usualDays + trialDaysOf({ items })))
}

const daysBetween = (one: string, other: string): number =>
  Math.ceil((Date.parse(other) - Date.parse(one)) / dayMs)

/** The amount that a link asks for now: its part until that is paid, or one instalment after the other. */
export function dueBy({ upTo }: Pick<LinkClaims, 'upTo'>, order: Payable, now: string): DueNow {
  if (upTo === null) return dueNow(order, now)
  const due = dueOf(order)
  return { amount: Math.max(0, Math.min(due, upTo - (order.amount - due))), due_at: null }
}

/** The sums among which a person chooses on the page: what the link asks for, or all of an order in instalments. */
export function sumsOf(claims: LinkClaims, order: Payable, now: string): Sums {
  const { amount, due_at } = dueBy(claims, order, now)
  const due = dueOf(order)
  return {
    amount,
    whole_amount: claims.upTo === null && due > amount ? due : null,
    next: due_at === null ? null : { due_at, amount },
  }
}
type Sums = Pick<PaymentPage, 'amount' | 'whole_amount' | 'next'>

/** What of a payment the page needs. */
export type Attempt = Pick<Payment, 'status' | 'provider_id' | 'failure' | 'updated_at'> & {
  redirect_url: string | null
}

type State = Sums & Pick<PaymentPage, 'status' | 'problem' | 'continue_url'>

/**
 * The state of the page. `attempts` are the last payments of the order through providers, and one under way, the oldest
 * first. `returned`: the person has paid on the page of a provider, which has not reported it yet.
 */
export function stateOf(
  claims: LinkClaims,
  order: Payable,
  attempts: readonly Attempt[],
  now: string,
  returned = false,
): State {
  const sums = sumsOf(claims, order, now)
  const nothing = { ...sums, problem: null, continue_url: null }
  if (order.status === 'canceled' || order.status === 'refunded') return { status: 'closed', ...nothing }
  if (sums.amount === 0) return { status: 'paid', ...nothing }
  // A payment with instructions or on the provider's page waits for the person, who may choose another way.
  if (isProcessing(attempts, returned, now)) return { status: 'processing', ...nothing }
  if (claims.expiresAt * 1000 <= Date.parse(now)) return { status: 'expired', ...nothing }
  const last = attempts.at(-1)
  return {
    status: 'due',
    ...sums,
    problem: last?.failure ? { provider_id: last.provider_id, reason: last.failure.class } : null,
    continue_url: last?.status === 'pending' ? last.redirect_url : null,
  }
}

/** How long a first card that was declined may be older than the second one with which a person has paid. */
const secondCardMs = 10 * 60_000

/**
 * Whether the provider owes an outcome: of one that has its page, only for a person who comes back from there. Their first
 * card may have been declined.
 */
function isProcessing(attempts: readonly Attempt[], returned: boolean, now: string): boolean {
  if (attempts.some(({ status, redirect_url }) => status === 'pending' && redirect_url === null)) return true
  const last = attempts.at(-1)
  if (!returned || !last) return false
  const age = Date.parse(now) - Date.parse(last.updated_at)
  return last.status === 'pending' || (last.status === 'failed' && age < secondCardMs)
}

/** The page of an order, of which the link shows as much as a bill does. */
export const pageOf = (
  order: Order,
  state: State,
  {
    test,
    ways,
    card,
    learn_url,
    gifts,
    receipts,
  }: Pick<PaymentPage, 'test' | 'ways' | 'card' | 'learn_url' | 'gifts' | 'receipts'>,
): PaymentPage => ({
  ...state,
  test,
  order_number: order.number,
  items: order.items.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
  discount_amount: order.discount_amount,
  tax_added_amount: order.tax_added_amount,
  order_amount: order.amount,
  currency: order.currency,
  included: includedIn(order.items),
  learn_url: state.status === 'paid' ? learn_url : null,
  ways: state.status === 'due' ? ways : [],
  gifts,
  receipts,
  webinars: state.status === 'paid' && !order.as_gift ? webinarsIn(order.items) : [],
  card,
})

/** The webinars in an order, each once, with their pages. */
const webinarsIn = (items: Order['items']): PaymentPage['webinars'] => {
  const contents = items.flatMap(item => item.contents).filter(({ kind }) => kind === 'webinar')
  const byPath = contents.map(({ name, resource_id }) => [`/webinars/${resource_id}`, name] as const)
  return [...new Map(byPath)].map(([path, name]) => ({ name, path }))
}

/** What the page says of a card. `attempts`: the last ones of the order, and one under way, the oldest first. */
export function cardPartOf(
  charges: CardPart['charges'],
  attempts: readonly Attempt[],
  ways: Way[],
  { now, returned = false }: { now: string; returned?: boolean },
): CardPart | null {
  const nothing = { charges, ways: [], problem: null, continue_url: null }
  if (isProcessing(attempts, returned, now)) return { status: 'processing', ...nothing }
  const last = attempts.at(-1)
  if (charges.length === 0) return last?.status === 'succeeded' ? { status: 'saved', ...nothing } : null
  if (ways.length === 0) return null
  return {
    status: 'wanted',
    charges,
    ways,
    problem: last?.failure ? { provider_id: last.provider_id, reason: last.failure.class } : null,
    continue_url: last?.status === 'pending' ? last.redirect_url : null,
  }
}
