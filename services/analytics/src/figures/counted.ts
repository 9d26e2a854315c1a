// What is counted, of which facts, and by what it can be divided. docs/guides/figures-of-money.md and figures-of-visits.md define each in
// sentences.
import type { FactDimension, FactKind } from '../facts/fact.ts'

export interface Counted {
  /** The facts; `cost` is what the settings say that channels have cost. */
  readonly of: FactKind | 'cost'
  /** The sum of amounts, the number of objects, or the number of different people. */
  readonly measure: 'amount' | 'objects' | 'people'
  readonly by: readonly FactDimension[]
  readonly means: string
}

const byVisit = ['source', 'medium', 'campaign', 'page'] as const
const byPerson = [...byVisit, 'cohort'] as const
const byLastVisit = ['last_source', 'last_medium', 'last_campaign'] as const
const bySale = ['currency', 'offer_id', 'partner_id', 'promo_code_id', 'country'] as const
const byBuyer = [...bySale, 'method', ...byPerson] as const
const byMoney = [...byBuyer, ...byLastVisit] as const
const bySubscription = ['currency', 'offer_id', 'country', ...byPerson] as const

const movement = (of: FactKind, means: string) =>
  ({ of, measure: 'amount', by: bySubscription, means }) as const
const moved = (of: FactKind, means: string) =>
  ({ of, measure: 'objects', by: bySubscription, means }) as const

/** What is counted. Money has a currency, and amounts of different ones are never added together. */
export const counted = {
  turnover: {
    of: 'payment',
    measure: 'amount',
    by: byMoney,
    means: 'money received, by the day of the payment, without what certificates paid',
  },
  refunds: {
    of: 'refund',
    measure: 'amount',
    by: byMoney,
    means: 'money returned, by the day of the refund',
  },
  fees: { of: 'fee', measure: 'amount', by: byMoney, means: "the providers' fees of these payments" },
  taxes: {
    of: 'tax',
    measure: 'amount',
    by: byMoney,
    means: 'taxes in money received, less those in money returned',
  },
  certificates: {
    of: 'certificate',
    measure: 'amount',
    by: bySale,
    means: 'what gift certificates paid of orders: no money moved',
  },
  certificate_refunds: {
    of: 'certificate_refund',
    measure: 'amount',
    by: bySale,
    means: 'what went back to gift certificates',
  },
  payments: { of: 'payment', measure: 'objects', by: byMoney, means: 'payments of money received' },
  free_orders: {
    of: 'free_order',
    measure: 'objects',
    by: bySale,
    means: 'orders that were paid by nothing: free ones, and redeemed gifts',
  },
  refund_count: { of: 'refund', measure: 'objects', by: byMoney, means: 'refunds made' },
  orders: { of: 'order', measure: 'objects', by: bySale, means: 'orders made' },
  ordered: { of: 'order', measure: 'amount', by: bySale, means: 'what these orders amount to' },
  paid_orders: {
    of: 'sale',
    measure: 'objects',
    by: [...bySale, ...byPerson, ...byLastVisit],
    means: 'orders paid in full, by that day',
  },
  buyers: { of: 'payment', measure: 'people', by: byMoney, means: 'people who paid money' },
  new_buyers: {
    of: 'buyer',
    measure: 'objects',
    by: byBuyer,
    means: 'people who paid money for the first time ever',
  },
  visitors: {
    of: 'visitor',
    measure: 'objects',
    by: byVisit,
    means:
      'different visitors of the pages of the school on each day, without programs; by page, those of it',
  },
  form_submissions: { of: 'form', measure: 'objects', by: byVisit, means: 'forms sent, without spam' },
  first_forms: {
    of: 'first_form',
    measure: 'objects',
    by: byPerson,
    means: 'people who sent a form for the first time ever',
  },
  first_orders: {
    of: 'first_order',
    measure: 'objects',
    by: byPerson,
    means: 'people who ordered for the first time ever',
  },
  first_lessons: {
    of: 'first_lesson',
    measure: 'objects',
    by: byPerson,
    means: 'people who began a lesson for the first time ever',
  },
  mrr_new: movement('mrr_new', 'monthly recurring revenue of people who had none before'),
  mrr_expansion: movement('mrr_expansion', 'what it grew by, of people who had some'),
  mrr_contraction: movement('mrr_contraction', 'what it shrank by, of people who kept some'),
  mrr_churn: movement('mrr_churn', 'what people had who have none any more'),
  mrr_reactivation: movement('mrr_reactivation', 'of people who had some, and then none'),
  mrr_moved: movement('mrr_moved', 'what went from one offer to another; 0 where offers are not told apart'),
  subscribers_new: moved('mrr_new', 'people whose recurring revenue began'),
  subscribers_churned: moved('mrr_churn', 'people whose recurring revenue ended'),
  subscribers_reactivated: moved('mrr_reactivation', 'people whose recurring revenue began again'),
  costs: {
    of: 'cost',
    measure: 'amount',
    by: ['currency', 'source', 'medium', 'campaign', 'cohort', ...byLastVisit],
    means: 'what channels have cost by the settings; of a cohort, in its month',
  },
  people: { of: 'person', measure: 'objects', by: [], means: 'people who came' },
  accesses: { of: 'access', measure: 'objects', by: ['course_id'], means: 'rights to courses granted' },
  lessons_started: {
    of: 'lesson_started',
    measure: 'objects',
    by: ['course_id', 'lesson_id'],
    means: 'lessons begun by somebody',
  },
  lessons_completed: {
    of: 'lesson_completed',
    measure: 'objects',
    by: ['course_id', 'lesson_id'],
    means: 'lessons completed by somebody',
  },
  messages: { of: 'message', measure: 'objects', by: ['channel'], means: 'messages sent' },
  registrations: {
    of: 'registration',
    measure: 'objects',
    by: ['webinar_id'],
    means: 'registrations for sessions of webinars',
  },
} as const satisfies Record<string, Counted>
export type CountedName = keyof typeof counted
