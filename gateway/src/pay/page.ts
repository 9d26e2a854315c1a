// What the page says on which a person pays.
import type { PaymentPage, Way } from '@lms/commerce/contract'
import { type Html, html } from '@lms/html'
import { billOf, moneyOf } from '../public/bill.ts'
import { notice } from '../public/page.ts'

export interface Shown {
  title: string
  content: Html[]
}

/** The page of an order in its present state; `path` is its own address. */
export function shownAs(page: PaymentPage, path: string): Shown {
  const order = `Order ${page.order_number}`
  switch (page.status) {
    case 'due':
      return { title: `Pay ${order.toLowerCase()}`, content: due(page, path) }
    case 'processing':
      return {
        title: `${order}: payment in progress`,
        content: [
          notice(
            'status',
            'We are waiting for the answer of your bank. This page shows it as soon as it is there.',
          ),
          html`<p><a class="button" href="${path}">Check again</a></p>`,
        ],
      }
    case 'paid':
      return {
        title: `${order}: paid`,
        content: [notice('status', thanks(page)), bill(page)],
      }
    case 'expired':
      return {
        title: `${order}: link expired`,
        content: [notice('status', 'This link has expired. Ask the school for another one.')],
      }
    case 'closed':
      return {
        title: `${order}: closed`,
        content: [notice('status', 'This order is canceled or refunded. There is nothing to pay.')],
      }
  }
}

const thanks = ({ order_amount }: PaymentPage) =>
  order_amount === 0
    ? 'Thank you. Your order is complete, and there is nothing to pay.'
    : 'Thank you. Your payment has arrived.'

function due(page: PaymentPage, path: string): Html[] {
  const { problem, continue_url, ways } = page
  const known = ways.some(({ provider_id }) => provider_id === problem?.provider_id)
  return [
    ...(problem && !known ? [notice('alert', problem.message)] : []),
    bill(page),
    ...(continue_url ? [started(continue_url)] : []),
    ...ways.map(way => paying(way, page, path)),
    ...(ways.length
      ? []
      : [notice('status', 'The school takes no payments on this page yet. Ask it how to pay.')]),
  ]
}

/** The items and the sum of the order, and what the link asks for. */
function bill(page: PaymentPage): Html {
  const { order_amount, amount, status } = page
  const part = status === 'due' && amount !== order_amount
  return billOf(page, [['Total', order_amount], ...(part ? [['To pay now', amount] as const] : [])])
}

const started = (url: string) => html`<section aria-labelledby="started">
<h2 id="started">Continue</h2>
<p>You have started a payment at ${new URL(url).host}. If you have paid there already, do not pay again: your payment
arrives here in a moment.</p>
<a class="button" href="${url}" rel="noreferrer">Continue at ${new URL(url).host}</a>
</section>
`

function paying(way: Way, { amount, currency, problem }: PaymentPage, path: string): Html {
  const { provider_id: id, name, page, fields, instructions } = way
  const failed = problem?.provider_id === id ? problem.message : null
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${failed ? html`<p class="notice" role="alert" id="${id}-problem">${failed}</p>\n` : null}${
  instructions ? html`<p class="instructions">${instructions}</p>\n` : null
}${
  page === 'instructions'
    ? null
    : html`<form method="post" action="${path}">
<input type="hidden" name="provider_id" value="${id}">
${fields.map(field => input(field, id, failed !== null))}<button type="submit">Pay ${moneyOf(amount, currency)}</button>
</form>
`
}</section>
`
}

const input = (
  { name, label, hint, inputmode, autocomplete }: Way['fields'][number],
  id: string,
  failed: boolean,
) =>
  html`<label for="${id}-${name}">${label}</label>
<p class="hint" id="${id}-${name}-hint">${hint}</p>
<input id="${id}-${name}" name="${name}" type="text" inputmode="${inputmode}" autocomplete="${autocomplete}" maxlength="100" aria-describedby="${id}-${name}-hint${
    failed ? html` ${id}-problem` : null
  }" required>
`
