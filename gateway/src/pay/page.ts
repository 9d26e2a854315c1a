// What the page says on which a person pays.
import type { PaymentPage, Way } from '@lms/commerce/contract'
import { dayOf, moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { notice } from '@lms/html/page'
import { billOf } from '../public/bill.ts'
import { pageWords } from '../public/page.words.ts'
import { cardOf } from './card.ts'
import { paymentWords } from './payment.words.ts'
import { againAt, started, wayForm } from './ways.ts'

export interface Shown {
  title: string
  content: Html[]
}

/** The page of an order in its present state; `path` is its own address, and `language` that of the school. */
export function shownAs(page: PaymentPage, path: string, language: string): Shown {
  const words = paymentWords(language)
  const title = (page.status === 'due' && page.next ? words.nextTitle : words.titles[page.status])(
    page.order_number,
  )
  const content = contentOf(page, path, language)
  const test = page.test ? [notice('status', pageWords(language).testMode)] : []
  return { title, content: [...test, ...content] }
}

function contentOf(page: PaymentPage, path: string, language: string): Html[] {
  const words = paymentWords(language)
  switch (page.status) {
    case 'due':
      return due(page, path, language)
    case 'processing':
      return [notice('status', words.waiting), againAt(path, language)]
    case 'paid':
      return [
        notice('status', page.order_amount === 0 ? words.complete : words.thanks),
        ...(page.card ? cardOf(page.card, page.currency, path, language) : []),
        bill(page, language),
      ]
    case 'expired':
      return [notice('status', words.expired)]
    case 'closed':
      return [notice('status', words.closed)]
  }
}

function due(page: PaymentPage, path: string, language: string): Html[] {
  const { problem, continue_url, ways, next } = page
  const money = (amount: number) => moneyOf(amount, page.currency, language)
  const words = paymentWords(language)
  const known = ways.some(({ provider_id }) => provider_id === problem?.provider_id)
  return [
    ...(problem && !known ? [notice('alert', words.problems[problem.reason])] : []),
    ...(next ? [notice('status', words.next(money(next.amount), dayOf(next.due_at, language)))] : []),
    bill(page, language),
    ...(continue_url ? [started(continue_url, words.started(new URL(continue_url).host), language)] : []),
    ...ways.map(way => paying(way, page, path, language)),
    ...(ways.length ? [] : [notice('status', pageWords(language).noPayment)]),
  ]
}

/** The items and the sum of the order, and what the link asks for. */
function bill(page: PaymentPage, language: string): Html {
  const { order_amount, amount, status } = page
  const { total, toPay: now } = pageWords(language).bill
  const part = status === 'due' && amount !== order_amount
  const toPay = part ? [[now, amount] as const] : []
  return billOf(page, [[total, order_amount], ...toPay], language)
}

function paying(way: Way, sums: PaymentPage, path: string, language: string): Html {
  const { amount, whole_amount, currency, problem } = sums
  const words = paymentWords(language)
  const money = (each: number) => moneyOf(each, currency, language)
  const failed = problem?.provider_id === way.provider_id ? words.problems[problem.reason] : null
  const buttons = [
    button(amount, words.pay(money(amount))),
    ...(whole_amount === null ? [] : [button(whole_amount, words.payWhole(money(whole_amount)), 'second')]),
  ]
  return wayForm(way, { failed, path, language, buttons })
}

/** Each button says what it pays, and sends it. */
const button = (amount: number, label: string, kind?: 'second') =>
  html`<button type="submit" name="amount" value="${amount}"${kind ? html` class="${kind}"` : null}>${label}</button>
`
