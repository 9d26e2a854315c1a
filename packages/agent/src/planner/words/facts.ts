// What people say with a verb where the API has a list with a filter: `who signed up`, `how much did we earn`.

import { factsOfMessages } from './facts-of-messages.ts'
import type { Phrases } from './intents.ts'
import { type Rank, ranks } from './ranks.ts'

export interface Fact extends Phrases {
  readonly list: string
  readonly filters?: Readonly<Record<string, string>>
  /** The time that it happened at; without one it is that of the list. */
  readonly time?: string
  /** What is wanted of it, whatever the question says. */
  readonly aim?: 'sum'
  /** Lists whose words may stand beside it: `how many people unsubscribed`. */
  readonly beside?: readonly string[]
  /** Only in a question for a sum. */
  readonly onlySum?: true
  /** What has no time: `what do we sell`. */
  readonly timeless?: true
  /** Only beside what its objects are of: `came` to a webinar, and not to the school. */
  readonly within?: true
  /** Words that may stand beside it, and add nothing. */
  readonly with?: readonly string[]
  /** What is ranked, by what: the question says that it wants the most, or each. */
  readonly rank?: Rank
}

const people = ['users.list']
const course = ['a course', 'the course', 'courses', 'course', 'курс*']

export const facts: readonly Fact[] = [
  ...ranks,
  {
    list: 'accesses.list',
    time: 'expires_at',
    en: ['access ends', 'access end', 'access expires', 'access runs out', 'accesses end', 'accesses expire'],
    ru: [
      'заканчивает* доступ*',
      'истекает доступ*',
      'кончает* доступ*',
      'доступ* заканчива*',
      'доступ* истека*',
    ],
  },
  {
    list: 'subscriptions.list',
    time: 'next_charge_at',
    en: ['renew', 'renews', 'renewed', 'charged again'],
    ru: ['продлева*', 'продлят*', 'продлит*'],
  },
  {
    list: 'homework.list',
    filters: { status: 'accepted' },
    en: ['submissions accepted', 'submissions were accepted', 'accepted submissions', 'works accepted'],
    ru: ['работ* принят*', 'принят* работ*', 'принял* работ*'],
  },
  {
    list: 'webinarRegistrations.list',
    filters: { status: 'registered' },
    beside: people,
    within: true,
    with: ['webinar', 'webinars', 'вебинар*'],
    en: ['registered for', 'signed up for', 'registered to', 'are registered for'],
    ru: ['записал* на', 'зарегистрировал* на', 'записан* на', 'зарегистрирован* на'],
  },
  {
    list: 'webinarAttendance.list',
    beside: people,
    within: true,
    with: ['webinar', 'webinars', 'вебинар*'],
    en: ['attended', 'came to', 'were at', 'was at', 'visited', 'took part in', 'watched'],
    ru: ['был* на', 'пришл* на', 'посетил*', 'участвовал* в', 'смотрел*', 'посмотрел*'],
  },
  {
    list: 'scenarioRuns.list',
    filters: { status: 'failed' },
    beside: ['scenarios.list'],
    en: ['failed', 'broke', 'crashed', 'fail'],
    ru: ['сломал*', 'упал*', 'не сработал*'],
  },
  {
    list: 'users.list',
    time: 'created_at',
    en: ['signed up', 'registered', 'joined', 'sign-ups', 'signups'],
    ru: ['зарегистрировал*', 'зарегистрировавш*'],
  },
  {
    list: 'payments.list',
    filters: { status: 'succeeded' },
    aim: 'sum',
    with: [
      'made',
      'make',
      'makes',
      'brought',
      'bring',
      'brings',
      'in',
      'принес*',
      'заработал*',
      'получил*',
      'пришл*',
    ],
    en: [
      'earn',
      'earned',
      'money',
      'bring in',
      'brought in',
      'bring us',
      'brought us',
      'gross',
      'take in',
      'took in',
    ],
    ru: ['заработал*', 'денег', 'деньги', 'заработано', 'выручил*'],
  },
  {
    list: 'payments.list',
    filters: { status: 'succeeded' },
    onlySum: true,
    en: ['made', 'make', 'sell', 'sold'],
    ru: ['продал*'],
  },
  {
    list: 'payments.list',
    filters: { status: 'succeeded' },
    en: ['receive', 'received', 'came in'],
    ru: ['получил*', 'получено', 'пришл*', 'поступил*'],
  },
  { list: 'payments.list', filters: { dispute: 'open' }, en: ['disputed'], ru: ['открыт спор', 'оспорен*'] },
  {
    list: 'partnerPayouts.list',
    aim: 'sum',
    en: [
      'pay our partners',
      'paid our partners',
      'pay partners',
      'pay out to partners',
      'pay out to our partners',
    ],
    ru: ['выплатил* партнер*'],
  },
  { list: 'offers.list', timeless: true, en: ['do we sell', 'we sell'], ru: ['продаем'] },
  {
    list: 'payments.list',
    filters: { status: 'succeeded' },
    beside: people,
    en: ['paid', 'pay'],
    ru: ['оплатил*'],
  },
  { list: 'payments.list', filters: { status: 'succeeded' }, aim: 'sum', en: [], ru: ['заплатил*'] },
  {
    list: 'refunds.list',
    filters: { status: 'succeeded' },
    onlySum: true,
    en: ['give back', 'gave back', 'pay back', 'paid back', 'return', 'returned'],
    ru: [],
  },
  {
    list: 'refunds.list',
    filters: { status: 'succeeded' },
    aim: 'sum',
    en: [],
    ru: [
      'мы вернул*',
      'вернул* деньг*',
      'вернул* клиент*',
      'вернул* покупател*',
      'сколько вернул*',
      'мы возвращал*',
    ],
  },
  {
    list: 'refunds.list',
    filters: { status: 'succeeded' },
    aim: 'sum',
    en: ['money back', 'money did we return', 'money did we refund'],
    ru: ['денег вернул*'],
  },
  {
    list: 'orders.list',
    filters: { status: 'waiting_payment' },
    time: 'expires_at',
    en: ['expire', 'expiring'],
    ru: ['истекают', 'сгорают'],
  },
  {
    list: 'tasks.list',
    filters: { status: 'open' },
    time: 'due_at',
    en: ['overdue'],
    ru: ['просрочен*'],
  },
  {
    list: 'webinarSessions.list',
    filters: { status: 'canceled' },
    beside: ['webinars.list'],
    en: ['canceled', 'cancelled'],
    ru: ['отменил*', 'отменен*'],
  },
  {
    list: 'webinarSessions.list',
    filters: { status: 'scheduled' },
    beside: ['webinars.list'],
    with: ['when does', 'start', 'when', 'когда', 'начнется', 'будет'],
    en: ['next'],
    ru: ['следующ*'],
  },
  {
    list: 'orders.list',
    beside: ['users.list'],
    en: ['buy', 'bought', 'purchased', 'ordered'],
    ru: ['купил*', 'покупал*', 'приобрел*', 'заказал*', 'заказывал*', 'купить'],
  },
  {
    list: 'enrollments.list',
    beside: people,
    with: course,
    en: ['enrolled', 'taking', 'takes'],
    ru: ['записан*', 'зачислен*', 'проходит', 'проходят'],
  },
  {
    list: 'enrollments.list',
    filters: { status: 'active' },
    beside: people,
    en: ['studying', 'study'],
    ru: ['учится', 'учатся', 'обучает*', 'обучают*'],
  },
  {
    list: 'enrollments.list',
    filters: { status: 'completed' },
    beside: people,
    with: course,
    en: ['finished', 'completed'],
    ru: ['закончил*', 'завершил*', 'окончил*'],
  },
  ...factsOfMessages,
]
