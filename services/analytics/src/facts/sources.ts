// The tables of other services that figures are made of, by the prefix of their objects, and what each object contributes.
import type { Order, Payment, Refund } from '@lms/commerce/contract'
import type { Prefix } from '@lms/contract'
import { channelOf, pageOf } from './channel.ts'
import { type Fact, fact } from './fact.ts'
import { recurringFacts, type Valued } from './monthly.ts'
import { splitByOffer } from './split.ts'
import { taxIn } from './tax.ts'

/** A row as the host of its service reads it out. */
export type Row = Readonly<Record<string, any>> & { readonly id: string; readonly version: number }
type SoldOrder = Pick<Order, 'items' | 'discount' | 'partner_id' | 'country'>
/** Other objects that a contribution needs, by their ids. */
export type Others = ReadonlyMap<string, unknown>

export interface Source {
  readonly service: string
  readonly table: string
  /** The ids of other objects that the contribution needs. */
  readonly needs?: (row: Row) => string[]
  /** Whether it needs columns that no answer of the API shows. */
  readonly hidden?: boolean
  readonly facts: (row: Row, others: Others) => Fact[]
}

type Money = Pick<Payment | Refund, 'user_id' | 'amount' | 'currency' | 'status' | 'test'>

type Method = Payment['method']
type MoneyKind = 'payment' | 'refund' | 'certificate' | 'certificate_refund' | 'free_order'

/** No money moves where a certificate pays, or where nothing is due. */
const kindOfPayment = (method: Method): MoneyKind =>
  method === 'certificate' ? 'certificate' : method === 'none' ? 'free_order' : 'payment'

/** What was paid or returned, divided among the offers of its order, with the fee and the tax of what is money. */
function money(
  kind: MoneyKind,
  row: Money & {
    order_id: string
    method?: Method | undefined
    fee_amount?: number | null
    /** Of a refund: when its payment came. */
    came_at?: string | null
  },
  at: string | null,
  others: Others,
): Fact[] {
  if (row.status !== 'succeeded' || row.test || at === null) return []
  const order = others.get(row.order_id) as SoldOrder | undefined
  const own = { method: row.method ?? '', paid_at: row.came_at ?? null }
  const parts = divided(kind, { ...row, at }, order).map(part => ({ ...part, ...own }))
  if (kind !== 'payment' && kind !== 'refund') return parts
  const sign = kind === 'payment' ? 1 : -1
  const taxes = parts.map(part => ({
    ...part,
    kind: 'tax' as const,
    amount: sign * taxIn(part.amount, part.offer_id, order?.items ?? []),
  }))
  const fees = divided('fee', { ...row, amount: row.fee_amount ?? 0, at }, order).map(part => ({
    ...part,
    ...own,
  }))
  return [...parts, ...[...taxes, ...fees].filter(({ amount }) => amount !== 0)]
}

function divided(
  kind: MoneyKind | 'order' | 'sale' | 'fee',
  { user_id, amount, currency, at }: Pick<Money, 'user_id' | 'amount' | 'currency'> & { at: string },
  order: SoldOrder | undefined,
): Fact[] {
  const parts = splitByOffer(amount, order?.items ?? [])
  if (parts.length === 0) parts.push(['', amount])
  const sold = {
    partner_id: order?.partner_id ?? '',
    promo_code_id: order?.discount?.promo_code_id ?? '',
    country: order?.country ?? '',
  }
  return parts.map(([offer_id, part], index) =>
    fact({
      kind,
      place: offer_id,
      first: index === 0,
      at,
      user_id,
      amount: part,
      currency,
      offer_id,
      ...sold,
    }),
  )
}

/** A visit with UTM parameters that led to a person. */
function touch(row: Row): Fact[] {
  const { source, medium, campaign } = channelOf(row.utm)
  if (row.user_id === null || !(source || medium || campaign)) return []
  return [fact({ kind: 'touch', at: row.created_at, user_id: row.user_id, source, medium, campaign })]
}

/** A form that was sent: by its page, and by the channel of the visit. */
function form({ created_at, user_id, utm, page_url, source }: Row): Fact {
  return fact({ kind: 'form', at: created_at, user_id, ...channelOf(utm), page: pageOf(page_url, source) })
}

function lesson(row: Row): Fact[] {
  const { user_id, course_id, lesson_id, started_at, completed_at } = row
  const startedFact = fact({ kind: 'lesson_started', at: started_at, user_id, course_id, lesson_id })
  if (completed_at === null) return [startedFact]
  return [startedFact, { ...startedFact, kind: 'lesson_completed', at: completed_at }]
}

export const sources = {
  pay: {
    service: 'commerce',
    table: 'payments',
    needs: row => [row.order_id],
    facts: (row, others) => money(kindOfPayment(row.method), row as never, row.paid_at, others),
  },
  ref: {
    service: 'commerce',
    table: 'refunds',
    needs: row => [row.order_id, row.payment_id],
    facts: (row, others) => {
      const payment = others.get(row.payment_id) as Pick<Payment, 'method' | 'paid_at'> | undefined
      const kind = payment?.method === 'certificate' ? 'certificate_refund' : 'refund'
      const paid = { method: payment?.method, came_at: payment?.paid_at ?? null }
      return money(kind, { ...(row as never as Refund), ...paid }, row.refunded_at, others)
    },
  },
  sbs: {
    service: 'commerce',
    table: 'subscriptions',
    hidden: true,
    needs: row => [
      ...new Set((row as never as Valued).value_history.flatMap(({ order_id }) => order_id ?? [])),
    ],
    facts: (row, orders) => recurringFacts(row as never, orders),
  },
  ord: {
    service: 'commerce',
    table: 'orders',
    facts: row => {
      const order = row as Row & Order
      if (order.test) return []
      const created = divided('order', { ...order, at: order.created_at }, order)
      return order.paid_at
        ? [...created, ...divided('sale', { ...order, at: order.paid_at }, order)]
        : created
    },
  },
  chk: { service: 'commerce', table: 'checkouts', facts: touch },
  usr: {
    service: 'users',
    table: 'users',
    facts: row =>
      row.status === 'deleted' ? [] : [fact({ kind: 'person', at: row.created_at, user_id: row.id })],
  },
  acc: {
    service: 'users',
    table: 'accesses',
    facts: ({ created_at, user_id, course_id }) => [
      fact({ kind: 'access', at: created_at, user_id, course_id }),
    ],
  },
  lpr: { service: 'learning', table: 'lesson_progress', facts: lesson },
  msg: {
    service: 'crm',
    table: 'messages',
    facts: ({ sent_at, user_id, transport }) =>
      sent_at ? [fact({ kind: 'message', at: sent_at, user_id, channel: transport })] : [],
  },
  wbr: {
    service: 'webinars',
    table: 'registrations',
    facts: ({ created_at, user_id, webinar_id }) => [
      fact({ kind: 'registration', at: created_at, user_id, webinar_id }),
    ],
  },
  fsb: {
    service: 'site',
    table: 'form_submissions',
    facts: row => (row.status === 'spam' ? [] : [...touch(row), form(row)]),
  },
} satisfies { [P in Prefix]?: Source }

export type SourcePrefix = keyof typeof sources
export const sourceOf = (prefix: string): Source | undefined =>
  Object.hasOwn(sources, prefix) ? sources[prefix as SourcePrefix] : undefined
