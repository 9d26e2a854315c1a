// What the page says on which a visitor buys an offer.
import type { BuyingPage } from '@lms/commerce/contract'
import { countryCodes } from '@lms/contract'
import { type Html, html } from '@lms/html'
import { billOf, moneyOf } from '../public/bill.ts'
import { notice } from '../public/page.ts'

/** What the visitor has chosen and entered. */
export interface Entered {
  price: string
  promo_code: string
  country: string
  email: string
  first_name: string
  last_name: string
}

export interface Shown extends Entered {
  page: BuyingPage
  /** The page's own address. */
  path: string
  /** What one form buys once, however often it is sent. */
  key: string
  /** Why the last attempt bought nothing. */
  problem: string | null
  /** What is wrong with a field. */
  faults: Readonly<Partial<Record<keyof Entered, string>>>
}

export const titleOf = ({ name }: BuyingPage) => `Buy ${name}`

export const contentOf = (shown: Shown): Html[] => [
  ...(shown.problem ? [notice('alert', shown.problem)] : []),
  billOf(shown.page, [['Total', shown.page.amount]]),
  ...termsOf(shown.page),
  ...(shown.page.asks_country || shown.page.asks_code ? [choices(shown)] : []),
  order(shown),
]

/** The taxes in the price, and when a subscription is charged again or the parts are due. */
function termsOf({ interval, instalments, amount, currency, ...page }: BuyingPage): Html[] {
  const taxes = page.tax_included_amount
  const included = taxes ? [html`<p>The total includes ${moneyOf(taxes, currency)} of taxes.</p>\n`] : []
  if (interval)
    return [
      ...included,
      html`<p>This is a subscription. It is charged every ${periodOf(interval)}, until you cancel it.</p>\n`,
    ]
  if (instalments.length === 0) return included
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
  const part = (due: (typeof instalments)[number]) =>
    html`<tr><th scope="row">${day.format(new Date(due.due_at))}</th><td>${moneyOf(due.amount, currency)}</td></tr>\n`
  return [
    ...included,
    html`<table>
<caption>You pay ${moneyOf(amount, currency)} in ${instalments.length} parts</caption>
<tbody>
${instalments.map(part)}</tbody>
</table>
`,
  ]
}

/** `month`, `2 weeks`. */
const periodOf = ({ unit, count }: NonNullable<BuyingPage['interval']>) =>
  count === 1 ? unit : `${count} ${unit}s`

/** What changes the price: a form of its own, which only shows the page again. */
const choices = ({ page, path, price, promo_code, faults }: Shown) => html`<section aria-labelledby="price">
<h2 id="price">Price</h2>
<form method="get" action="${path}">
${hidden({ price })}${page.asks_country ? countryField(page.country) : null}${
  page.asks_code
    ? field('promo_code', 'Promo code, if you have one', {
        value: promo_code,
        most: 40,
        fault: faults.promo_code,
      })
    : null
}<button type="submit" class="second">Update the price</button>
</form>
</section>
`

const countryNames = new Intl.DisplayNames('en', { type: 'region' })
const countries = countryCodes
  .map(code => ({ code, name: countryNames.of(code)! }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const countryField = (chosen: string | null) => html`<label for="country">Country</label>
<p class="hint" id="country-hint">It decides about the taxes.</p>
<select id="country" name="country" autocomplete="country" aria-describedby="country-hint">
${countries.map(
  ({ code, name }) =>
    html`<option value="${code}"${code === chosen ? html` selected` : null}>${name}</option>\n`,
)}</select>
`

const order = ({ page, path, key, faults, ...entered }: Shown) => html`<section aria-labelledby="contact">
<h2 id="contact">Your contact</h2>
<form method="post" action="${path}">
${hidden({
  price: entered.price,
  promo_code: page.promo_code ?? '',
  country: page.country ?? '',
  amount: String(page.amount),
  currency: page.currency,
  key,
})}${field('email', 'E-mail', {
  value: entered.email,
  hint: 'What you buy belongs to the person with this address.',
  type: 'email',
  autocomplete: 'email',
  most: 254,
  required: true,
  fault: faults.email,
})}${field('first_name', 'First name (optional)', {
  value: entered.first_name,
  autocomplete: 'given-name',
  most: 100,
  fault: faults.first_name,
})}${field('last_name', 'Last name (optional)', {
  value: entered.last_name,
  autocomplete: 'family-name',
  most: 100,
  fault: faults.last_name,
})}<div class="trap"><label for="website">Leave this field empty</label>
<input id="website" name="website" type="text" tabindex="-1" autocomplete="off"></div>
<button type="submit">${labelOf(page)}</button>
</form>
</section>
`

const labelOf = ({ amount, currency }: BuyingPage) =>
  amount === 0 ? 'Order for free' : `Order and pay ${moneyOf(amount, currency)}`

const hidden = (fields: Record<string, string>): Html[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

interface Field {
  value: string
  most: number
  type?: string
  hint?: string
  autocomplete?: string
  required?: boolean
  fault?: string | undefined
}

/** An input with its label, its hint, and what is wrong with it. */
function field(name: string, label: string, options: Field): Html {
  const { value, most, type = 'text', hint, autocomplete = 'off', required = false, fault } = options
  const described = [...(hint ? [`${name}-hint`] : []), ...(fault ? [`${name}-problem`] : [])].join(' ')
  return html`<label for="${name}">${label}</label>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>\n` : null}${
  fault ? html`<p class="notice" role="alert" id="${name}-problem">${fault}</p>\n` : null
}<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${most}" value="${value}"${
    described ? html` aria-describedby="${described}"` : null
  }${fault ? html` aria-invalid="true"` : null}${required ? html` required` : null}>
`
}
