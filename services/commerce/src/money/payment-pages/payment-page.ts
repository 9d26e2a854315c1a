// What the page says on which a person pays.
import type { PageVisit } from '@lms/contract'
import { dayOf, moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { fragmentOf, ledTo, notice } from '@lms/html/page'
import { billOf } from '../../sales/order-pages/bill.ts'
import { includedList } from '../../sales/order-pages/included-list.ts'
import { orderPageWords } from '../../sales/order-pages/order-page.words.ts'
import { cardOf } from './card-part.ts'
import type { PaymentPage, Way } from './page.contract.ts'
import { paymentWords } from './payment.words.ts'
import { againAt, started, wayForm } from './payment-forms.ts'

/** After a submission the page leads on to a provider's own page by itself. */
const submitted = '?submitted'
/** The place of a person who comes back from the page of a provider, and has paid or saved a card there. */
export const done = '?done'
/** Seconds until a page looks for the provider's answer again. */
const lookAgain = 2

/** The page of an order in its present state. */
export function paymentPage(page: PaymentPage, { path, language }: PageVisit, hasSubmitted: boolean) {
  const words = paymentWords(language)
  const title = (page.status === 'due' && page.next ? words.nextTitle : words.titles[page.status])(
    page.order_number,
  )
  const content = contentOf(page, path, language)
  const test = page.test ? [notice('status', orderPageWords(language).testMode)] : []
  const refresh = onwards(page, path, hasSubmitted)
  return fragmentOf(title, [...test, ...content], page, { refresh })
}

/** What follows a submission: the page with what is wrong; else it by GET, so that a reload submits nothing again. */
export const afterPaying = (page: PaymentPage, visit: PageVisit) =>
  page.status === 'due' || page.card?.status === 'wanted'
    ? paymentPage(page, visit, false)
    : ledTo(`${visit.path}${submitted}`, page)

/** Where the page leads by itself: to the answer of the provider, and after a submission to the provider's page. */
function onwards({ status, card, ...page }: PaymentPage, path: string, hasSubmitted: boolean) {
  const url = page.continue_url ?? card?.continue_url
  if (status === 'processing' || card?.status === 'processing')
    return { seconds: lookAgain, url: hasSubmitted ? `${path}${submitted}` : path }
  return url && hasSubmitted ? { seconds: 0, url } : null
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
        ...(page.learn_url
          ? [html`<p><a class="button" href="${page.learn_url}">${words.goOn}</a></p>\n`]
          : []),
        ...giftsOf(page, language),
        ...linksOf(page, language),
        bill(page, language),
        ...[includedList(page.included, language)].filter(part => part !== null),
      ]
    case 'expired':
      return [notice('status', words.expired)]
    case 'closed':
      return [notice('status', words.closed)]
  }
}

/** The webinars and the receipts of a paid order. */
const linksOf = ({ webinars, receipts }: PaymentPage, language: string): Html[] => {
  const words = paymentWords(language)
  const link = (path: string, text: string) => html`<li><a href="${path}">${text}</a></li>\n`
  const links = [
    ...webinars.map(({ name, path }) => link(path, words.webinar(name))),
    ...receipts.map(({ number, path }) => link(path, words.receipt(number))),
  ]
  if (links.length === 0) return []
  return [html`<ul>\n${links}</ul>\n`, ...(webinars.length ? [html`<p>${words.entryByMail}</p>\n`] : [])]
}

/** The pages of the gifts, for the buyer to pass on. */
const giftsOf = ({ gifts }: PaymentPage, language: string): Html[] =>
  gifts.length === 0
    ? []
    : [
        html`<section aria-labelledby="gifts">
<h2 id="gifts">${paymentWords(language).gifts}</h2>
<p>${paymentWords(language).giftsHint}</p>
<ul>
${gifts.map(({ name, path }) => html`<li>${name}: <a href="${path}">${path.slice(path.lastIndexOf('/') + 1)}</a></li>\n`)}</ul>
</section>
`,
      ]

function due(page: PaymentPage, path: string, language: string): Html[] {
  const { problem, continue_url, ways, next } = page
  const money = (amount: number) => moneyOf(amount, page.currency, language)
  const words = paymentWords(language)
  const isListed = ways.some(({ provider_id }) => provider_id === problem?.provider_id)
  return [
    ...(problem && !isListed ? [notice('alert', words.problems[problem.reason])] : []),
    ...(next ? [notice('status', words.next(money(next.amount), dayOf(next.due_at, language)))] : []),
    bill(page, language),
    ...(continue_url ? [started(continue_url, words.started(new URL(continue_url).host), language)] : []),
    ...ways.map(way => paying(way, page, path, language)),
    ...(ways.length ? [] : [notice('status', orderPageWords(language).noPayment)]),
  ]
}

/** The items and the sum of the order, and what the link asks for. */
function bill(page: PaymentPage, language: string): Html {
  const { order_amount, amount, status } = page
  const { total, toPay: now } = orderPageWords(language).bill
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
