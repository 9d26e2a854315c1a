// The page on which a person pays. It needs no script, and loads nothing.
import { createHash } from 'node:crypto'
import type { PaymentPage, Way } from '@lms/commerce/contract'
import { Html, html } from '@lms/html'

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem 1rem; }
main { max-width: 32rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .375rem 0; text-align: left; font-weight: inherit; vertical-align: top; overflow-wrap: anywhere; }
td { padding-left: 1rem; text-align: right; white-space: nowrap; }
tfoot tr:last-child { border-top: 1px solid; font-weight: 600; }
section { margin: 1.5rem 0; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem; font: inherit; border: 1px solid; border-radius: .25rem; }
button, .button { display: inline-block; box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: 1rem; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: #fff; background: #1a4fb4; border: 1px solid #1a4fb4; border-radius: .25rem; cursor: pointer; }
:focus-visible { outline: 3px solid #c2410c; outline-offset: 2px; }
.hint { margin: .25rem 0; }
.notice { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid; border-left-width: .375rem; border-radius: .25rem; }
.instructions { white-space: pre-line; overflow-wrap: anywhere; }
`

/** Nothing is loaded but the page, nothing runs, nothing frames it, and its form goes nowhere else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page; `title` is also the heading. */
export const pageOf = (title: string, school: string, content: Html | readonly Html[]): string =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} – ${school}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${school}</p>
${content}
</main>
</body>
</html>
`.text

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
        content: [notice('status', 'Thank you. Your payment has arrived.'), bill(page)],
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

const notice = (role: 'status' | 'alert', text: string) =>
  html`<p class="notice" role="${role}">${text}</p>\n`

/** The items and the sum of the order, and what the link asks for. */
const bill = (page: PaymentPage) => {
  const { items, discount_amount, tax_added_amount, order_amount, amount, status } = page
  const money = (value: number) => moneyOf(value, page.currency)
  const row = (name: string, value: string) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`
  const part = status === 'due' && amount !== order_amount
  return html`<table>
<caption>Your order</caption>
<tbody>
${items.map(item => row(item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name, money(item.amount)))}</tbody>
<tfoot>
${discount_amount ? row('Discount', `−${money(discount_amount)}`) : null}${
  tax_added_amount ? row('Taxes', money(tax_added_amount)) : null
}${row('Total', money(order_amount))}${part ? row('To pay now', money(amount)) : null}</tfoot>
</table>
`
}

/** Amounts are whole numbers of the currency's minor unit, of which it has as many digits as ISO 4217 says. */
export function moneyOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!)
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
