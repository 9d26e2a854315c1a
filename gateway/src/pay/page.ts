// What the page says on which a person pays.
import type { PaymentPage, Way } from '@lms/commerce/contract'
import { dayOf, moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { billOf } from '../public/bill.ts'
import { notice } from '../public/page.ts'
import { pageWords } from '../public/page.words.ts'
import { paymentWords } from './payment.words.ts'

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
      return [
        notice('status', words.waiting),
        html`<p><a class="button" href="${path}">${words.again}</a></p>`,
      ]
    case 'paid':
      return [notice('status', page.order_amount === 0 ? words.complete : words.thanks), bill(page, language)]
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
    ...(continue_url ? [started(continue_url, language)] : []),
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

function started(url: string, language: string): Html {
  const words = paymentWords(language)
  const { host } = new URL(url)
  return html`<section aria-labelledby="started">
<h2 id="started">${words.continue}</h2>
<p>${words.started(host)}</p>
<a class="button" href="${url}" rel="noreferrer">${words.continueAt(host)}</a>
</section>
`
}

function paying(way: Way, sums: PaymentPage, path: string, language: string): Html {
  const { amount, whole_amount, currency, problem } = sums
  const { provider_id: id, name, page, fields, instructions } = way
  const words = paymentWords(language)
  const money = (each: number) => moneyOf(each, currency, language)
  const failed = problem?.provider_id === id ? words.problems[problem.reason] : null
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${failed ? html`<p class="notice" role="alert" id="${id}-problem">${failed}</p>\n` : null}${
  instructions ? html`<p class="instructions">${instructions}</p>\n` : null
}${
  page === 'instructions'
    ? null
    : html`<form method="post" action="${path}">
<input type="hidden" name="provider_id" value="${id}">
${fields.map(field => input(field, id, failed !== null, language))}${button(amount, words.pay(money(amount)))}${
  whole_amount === null ? null : button(whole_amount, words.payWhole(money(whole_amount)), 'second')
}</form>
`
}</section>
`
}

/** Each button says what it pays, and sends it. */
const button = (amount: number, label: string, kind?: 'second') =>
  html`<button type="submit" name="amount" value="${amount}"${kind ? html` class="${kind}"` : null}>${label}</button>
`

function input(
  { name, inputmode, autocomplete }: Way['fields'][number],
  id: string,
  failed: boolean,
  language: string,
): Html {
  const { label, hint } = paymentWords(language).fields[name]
  return html`<label for="${id}-${name}">${label}</label>
<p class="hint" id="${id}-${name}-hint">${hint}</p>
<input id="${id}-${name}" name="${name}" type="text" inputmode="${inputmode}" autocomplete="${autocomplete}" maxlength="100" aria-describedby="${id}-${name}-hint${
    failed ? html` ${id}-problem` : null
  }" required>
`
}
