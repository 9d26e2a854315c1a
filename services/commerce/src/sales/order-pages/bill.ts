// A bill in the pages of an offer and of an order.
import { moneyOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { orderPageWords } from './order-page.words.ts'

export interface Bill {
  items: readonly { name: string; quantity: number; amount: number }[]
  discount_amount: number
  tax_added_amount: number
  currency: string
}

/** A table of the items, what is taken off and added, and the sums with their names. */
export function billOf(bill: Bill, sums: readonly (readonly [string, number])[], language: string): Html {
  const { items, discount_amount, tax_added_amount, currency } = bill
  const words = orderPageWords(language).bill
  const money = (amount: number) => moneyOf(amount, currency, language)
  const row = (name: string, value: string) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`
  return html`<table>
<caption>${words.title}</caption>
<tbody>
${items.map(item => row(item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name, money(item.amount)))}</tbody>
<tfoot>
${discount_amount ? row(words.discount, money(-discount_amount)) : null}${
  tax_added_amount ? row(words.taxes, money(tax_added_amount)) : null
}${sums.map(([name, amount]) => row(name, money(amount)))}</tfoot>
</table>
`
}
