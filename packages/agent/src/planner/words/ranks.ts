// Rankings put objects together by a field: buyers by their orders, courses by their students.
import type { Phrases } from './intents.ts'

/** Objects of a list, put together by a field. */
export interface Rank {
  /** The field, or that of the items in a list: `items[].offer_id`. */
  readonly by: string
  /** Whether their amounts are added; otherwise they are counted. */
  readonly amounts: boolean
}

/** A fact about what is ranked. */
interface Ranking extends Phrases {
  readonly list: string
  readonly filters?: Readonly<Record<string, string>>
  readonly rank: Rank
  /** Lists whose words may stand beside it. */
  readonly beside?: readonly string[]
  /** Words that may stand beside it, and add nothing. */
  readonly with?: readonly string[]
}

export const ranks: readonly Ranking[] = [
  {
    list: 'orders.list',
    filters: { status: 'paid' },
    rank: { by: 'user_id', amounts: true },
    with: ['total', 'revenue', 'выручк*', 'сумм*'],
    en: ['buyers', 'customers', 'clients', 'spent', 'spend'],
    ru: ['покупател*', 'клиент*', 'потратил*'],
  },
  {
    list: 'orders.list',
    rank: { by: 'partner_id', amounts: false },
    beside: ['partners.list'],
    with: ['orders', 'sales', 'us', 'заказ*', 'продаж*'],
    en: ['brought', 'bring', 'brings'],
    ru: ['привел*', 'принес*', 'приводит'],
  },
  {
    list: 'orders.list',
    filters: { status: 'paid' },
    rank: { by: 'items[].offer_id', amounts: true },
    beside: ['offers.list'],
    en: ['selling', 'sell', 'sells', 'sold', 'bought'],
    ru: ['прода*тся', 'продавал*', 'покупают', 'продаваем*'],
  },
  {
    list: 'orders.list',
    rank: { by: 'discount.code', amounts: false },
    beside: ['promoCodes.list'],
    en: ['used', 'use'],
    ru: ['использ*', 'применя*'],
  },
  {
    list: 'enrollments.list',
    filters: { status: 'active' },
    rank: { by: 'course_id', amounts: false },
    beside: ['users.list'],
    with: ['does', 'have', 'are', 'учится'],
    en: ['course', 'courses'],
    ru: ['курс*'],
  },
]
