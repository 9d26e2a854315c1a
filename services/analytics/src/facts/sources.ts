// The tables of other services that figures are made of, by the prefix of their objects, and what each object contributes.
import type { Order, Payment, Refund } from '@lms/commerce/contract'
import type { Prefix } from '@lms/contract'
import { channelOf } from './channel.ts'
import { type Fact, fact } from './fact.ts'
import { splitByOffer } from './split.ts'

/** A row as the host of its service reads it out. */
export type Row = Readonly<Record<string, any>> & { readonly id: string; readonly version: number }
export type OrderItems = Pick<Order, 'items'>
/** Other objects that a contribution needs, by their ids. */
export type Others = ReadonlyMap<string, unknown>

export interface Source {
  readonly service: string
  readonly table: string
  /** The ids of other objects that the contribution needs. */
  readonly needs?: (row: Row) => string[]
  readonly facts: (row: Row, others: Others) => Fact[]
}

type Money = Pick<Payment | Refund, 'user_id' | 'amount' | 'currency' | 'status' | 'test'>

type Method = Payment['method']
type MoneyKind = 'payment' | 'refund' | 'certificate' | 'certificate_refund' | 'free_order'

/** No money moves where a certificate pays, or where nothing is due. */
const kindOfPayment = (method: Method): MoneyKind =>
  method === 'certificate' ? 'certificate' : method === 'none' ? 'free_order' : 'payment'

/** What was paid or returned, divided among the offers of its order. */
function money(kind: MoneyKind, row: Money & { order_id: string }, at: string | null, others: Others) {
  if (row.status !== 'succeeded' || row.test || at === null) return []
  return divided(kind, { ...row, at }, others.get(row.order_id) as OrderItems | undefined)
}

function divided(
  kind: MoneyKind | 'order' | 'sale',
  { user_id, amount, currency, at }: Pick<Money, 'user_id' | 'amount' | 'currency'> & { at: string },
  order: OrderItems | undefined,
): Fact[] {
  const parts = splitByOffer(amount, order?.items ?? [])
  if (parts.length === 0) parts.push(['', amount])
  return parts.map(([offer_id, part], index) =>
    fact({ kind, place: offer_id, first: index === 0, at, user_id, amount: part, currency, offer_id }),
  )
}

/** A visit with UTM parameters that led to a person. */
function touch(row: Row): Fact[] {
  const { source, medium, campaign } = channelOf(row.utm)
  if (row.user_id === null || !(source || medium || campaign)) return []
  return [fact({ kind: 'touch', at: row.created_at, user_id: row.user_id, source, medium, campaign })]
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
      const payment = others.get(row.payment_id) as Pick<Payment, 'method'> | undefined
      const kind = payment?.method === 'certificate' ? 'certificate_refund' : 'refund'
      return money(kind, row as never, row.refunded_at, others)
    },
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
    facts: row => (row.status === 'spam' ? [] : touch(row)),
  },
} satisfies { [P in Prefix]?: Source }

export type SourcePrefix = keyof typeof sources
export const sourceOf = (prefix: string): Source | undefined =>
  Object.hasOwn(sources, prefix) ? sources[prefix as SourcePrefix] : undefined
