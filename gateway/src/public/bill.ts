// A bill in the pages of an order.
import { type Html, html } from '@lms/html'

export interface Bill {
  items: readonly { name: string; quantity: number; amount: number }[]
  discount_amount: number
  tax_added_amount: number
  currency: string
}

/** A table of the items, what is taken off and added, and the sums with their names. */
export function billOf(bill: Bill, sums: readonly (readonly [string, number])[]): Html {
  const { items, discount_amount, tax_added_amount, currency } = bill
  const money = (amount: number) => moneyOf(amount, currency)
  const row = (name: string, value: string) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`
  return html`<table>
<caption>Your order</caption>
<tbody>
${items.map(item => row(item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name, money(item.amount)))}</tbody>
<tfoot>
${discount_amount ? row('Discount', `−${money(discount_amount)}`) : null}${
  tax_added_amount ? row('Taxes', money(tax_added_amount)) : null
}${sums.map(([name, amount]) => row(name, money(amount)))}</tfoot>
</table>
`
}

/** Amounts are whole numbers of the currency's minor unit, of which it has as many digits as ISO 4217 says. */
export function moneyOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!)
}
