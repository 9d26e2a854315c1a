// What the page says on which a visitor buys an offer.
import type { FormVisit } from '@lms/contract'
import { countriesIn, dayOf, moneyOf, periodOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { contactFields, contactWords, field, hidden } from '@lms/html/contact'
import { fragmentOf, notice } from '@lms/html/page'
import type { Picture } from '@lms/site/contract'
import { billOf } from '../order-pages/bill.ts'
import { orderPageWords } from '../order-pages/order-page.words.ts'
import type { BuyingPage } from './buying.contract.ts'
import { buyingWords } from './buying.words.ts'
import type { Attempt, Entered } from './buying-input.rules.ts'

interface BuyingView
  extends Pick<FormVisit, 'path' | 'language' | 'key'>,
    Entered,
    Pick<Attempt, 'problem' | 'faults'> {
  page: BuyingPage
  picture: Picture | null
}

/** The page of an offer, with what became of an attempt. */
export function buyingPage(
  page: BuyingPage,
  { path, language, key }: FormVisit,
  { entered, problem, faults }: Attempt,
  picture: Picture | null,
) {
  const words = buyingWords(language)
  const promo_code = page.code_problem && words.codes[page.code_problem]
  const all = promo_code ? { ...faults, promo_code } : faults
  const content = contentOf({ ...entered, page, picture, path, language, key, problem, faults: all })
  return fragmentOf(words.title(page.name), content, page, { images: picture?.sources ?? [] })
}

const contentOf = (view: BuyingView): Html[] => [
  ...(view.page.test ? [notice('status', orderPageWords(view.language).testMode)] : []),
  ...(view.problem ? [notice('alert', view.problem)] : []),
  ...(view.picture ? [pictureOf(view.picture)] : []),
  billOf(view.page, sumsOf(view.page, view.language), view.language),
  ...termsOf(view.page, view.language),
  ...(view.page.asks_country || view.page.asks_code ? [choices(view)] : []),
  view.page.payable ? order(view) : notice('status', orderPageWords(view.language).noPayment),
]

/** The total, and what of it is to be paid at once. */
function sumsOf({ amount, due_amount }: BuyingPage, language: string): (readonly [string, number])[] {
  const { total, toPay } = orderPageWords(language).bill
  return [[total, amount], ...(due_amount === amount ? [] : [[toPay, due_amount] as const])]
}

const pictureOf = ({ src, width, height, alt }: Picture) =>
  html`<img class="picture" src="${src}" width="${width}" height="${height}" alt="${alt}">\n`

/** The taxes in the price, and when a subscription is charged again or the parts are due. */
function termsOf({ interval, instalments, amount, currency, ...page }: BuyingPage, language: string): Html[] {
  const words = buyingWords(language)
  const money = (each: number) => moneyOf(each, currency, language)
  const taxes = page.tax_included_amount
  const included = taxes ? [html`<p>${words.included(money(taxes))}</p>\n`] : []
  if (interval) {
    const { trial_days: days, renewal_amount } = page
    const free = days === null ? null : words.trial(periodOf({ unit: 'day', count: days }, language))
    const charged = words.subscription(periodOf(interval, language), money(renewal_amount ?? amount))
    return [...included, html`<p>${free === null ? null : `${free} `}${charged}</p>\n`]
  }
  if (instalments.length === 0) return included
  const part = (due: (typeof instalments)[number]) =>
    html`<tr><th scope="row">${dayOf(due.due_at, language)}</th><td>${money(due.amount)}</td></tr>\n`
  return [
    ...included,
    html`<table>
<caption>${words.parts(money(amount), instalments.length)}</caption>
<tbody>
${instalments.map(part)}</tbody>
</table>
`,
  ]
}

/** What changes the price: a form of its own, which only shows the page again. */
function choices({ page, path, price, promo_code, faults, language }: BuyingView): Html {
  const words = buyingWords(language)
  return html`<section aria-labelledby="price">
<h2 id="price">${words.price}</h2>
<form method="get" action="${path}">
${hidden({ price })}${page.asks_country ? countryField(page.country, language) : null}${
  page.asks_code
    ? field('promo_code', words.code, { value: promo_code, most: 40, fault: faults.promo_code })
    : null
}<button type="submit" class="second">${words.update}</button>
</form>
</section>
`
}

function countryField(chosen: string | null, language: string): Html {
  const words = buyingWords(language)
  return html`<label for="country">${words.country}</label>
<p class="hint" id="country-hint">${words.countryHint}</p>
<select id="country" name="country" autocomplete="country" aria-describedby="country-hint">
${countriesIn(language).map(
  ({ code, name }) =>
    html`<option value="${code}"${code === chosen ? html` selected` : null}>${name}</option>\n`,
)}</select>
`
}

function order({ page, path, key, faults, language, ...entered }: BuyingView): Html {
  const words = buyingWords(language)
  return html`<section aria-labelledby="contact">
<h2 id="contact">${contactWords(language).contact}</h2>
<form method="post" action="${path}">
${hidden({
  price: entered.price,
  promo_code: page.promo_code ?? '',
  country: page.country ?? '',
  amount: String(page.amount),
  currency: page.currency,
  key,
})}${contactFields(entered, faults, words.emailHint, language)}<button type="submit">${
    page.amount === 0 ? words.orderFree : words.order(moneyOf(page.due_amount, page.currency, language))
  }</button>
</form>
</section>
`
}
