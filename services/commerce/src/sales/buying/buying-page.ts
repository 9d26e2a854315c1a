// What the page says on which a visitor buys an offer.
import type { FormVisit } from '@lms/contract'
import { countriesIn, dayOf, moneyOf, periodOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { contactFields, contactWords, field, hidden } from '@lms/html/contact'
import { fragmentOf, notice } from '@lms/html/page'
import type { Picture } from '@lms/site/contract'
import { billOf } from '../order-pages/bill.ts'
import { includedList } from '../order-pages/included-list.ts'
import { orderPageWords } from '../order-pages/order-page.words.ts'
import type { BuyingPage, PriceChoice } from './buying.contract.ts'
import { buyingWords } from './buying.words.ts'
import type { Attempt, Entered } from './buying-input.rules.ts'
import { closedWords } from './closed.words.ts'
import { giftWords } from './gift.words.ts'
import { giftChoice, receiverPart } from './gift-fields.ts'
import { agreementPart, companyPart, sellerPart } from './legal-parts.ts'

interface BuyingView
  extends Pick<FormVisit, 'path' | 'language' | 'key'>,
    Entered,
    Pick<Attempt, 'problem' | 'faults' | 'owned'> {
  page: BuyingPage
  picture: Picture | null
}

/** The page of an offer, with what became of an attempt. */
export function buyingPage(
  page: BuyingPage,
  { path, language, key }: FormVisit,
  { entered, problem, faults, owned }: Attempt,
  picture: Picture | null,
) {
  const words = buyingWords(language)
  const promo_code = page.code_problem && words.codes[page.code_problem]
  // A subscription is no gift: the page says so before anybody orders.
  const gift = page.as_gift && page.interval && giftWords(language).noSubscription
  const all = { ...(promo_code && { promo_code }), ...(gift && { gift }), ...faults }
  const content = contentOf({ ...entered, page, picture, path, language, key, problem, faults: all, owned })
  return fragmentOf(words.title(page.name), content, page, { images: picture?.sources ?? [] })
}

const contentOf = (view: BuyingView): Html[] => partsOf(view).filter(part => part !== null)

const partsOf = (view: BuyingView): (Html | null)[] => [
  ...(view.page.test ? [notice('status', orderPageWords(view.language).testMode)] : []),
  ...(view.problem ? [notice('alert', view.problem)] : []),
  ...(view.picture ? [pictureOf(view.picture)] : []),
  billOf(view.page, sumsOf(view.page, view.language), view.language),
  ...termsOf(view.page, view.language),
  includedList(view.page.included, view.language),
  sellerPart(view.page, view.language),
  ...leftOf(view.page, view.language),
  ...(view.page.payable ? [] : [notice('status', orderPageWords(view.language).noPayment)]),
  form(view),
]

/** The last seats. */
const leftOf = ({ seats_left: left }: BuyingPage, language: string): Html[] =>
  left === null || left > 10 ? [] : [notice('status', closedWords(language).left(left))]

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

/** What changes the price. */
function priceParts({ page, promo_code, faults, language, ...entered }: BuyingView): Html | null {
  const words = buyingWords(language)
  const { choices, asks_country, asks_code } = page
  const gift = giftChoice({ page, entered, faults, language })
  if (choices.length === 0 && !asks_country && !asks_code && promo_code === '' && !gift) return null
  return html`<section aria-labelledby="price">
<h2 id="price">${words.price}</h2>
${choices.length ? priceChoices(page, language) : null}${
  asks_country ? countryField(page.country, faults.country, language) : null
}${
  asks_code || promo_code !== ''
    ? field('promo_code', words.code, { value: promo_code, most: 40, fault: faults.promo_code })
    : null
}${gift}<button type="submit" name="update" value="1" formnovalidate class="second">${words.update}</button>
</section>
`
}

const priceChoices = ({ choices, price_id }: BuyingPage, language: string) => html`<fieldset>
<legend>${buyingWords(language).choice}</legend>
${choices.map(choice => {
  const value = choice.price_id ?? ''
  const checked = choice.price_id === price_id ? html` checked` : null
  return html`<label class="check"><input type="radio" name="price" value="${value}"${checked}> ${choiceText(choice, language)}</label>\n`
})}</fieldset>
`

/** `Monthly: €9.00 every month`; what is due now stands in the bill once it is chosen. */
function choiceText({ name, amount, currency, ...choice }: PriceChoice, language: string): string {
  const words = buyingWords(language)
  const money = (each: number) => moneyOf(each, currency, language)
  const { interval, instalments, trial_days, renewal_amount } = choice
  const terms = interval
    ? words.every(money(renewal_amount ?? amount), periodOf(interval, language))
    : instalments.length
      ? words.inParts(money(amount), instalments.length)
      : words.once(money(amount))
  const trial =
    trial_days === null ? '' : ` ${words.trial(periodOf({ unit: 'day', count: trial_days }, language))}`
  return `${name ? `${name}: ` : ''}${terms}.${trial}`
}

function countryField(chosen: string | null, fault: string | undefined, language: string): Html {
  const words = buyingWords(language)
  return html`<label for="country">${words.country}</label>
<p class="hint" id="country-hint">${words.countryHint}</p>
${fault ? html`<p class="notice" role="alert" id="country-problem">${fault}</p>\n` : null}<select id="country" name="country" autocomplete="country" aria-describedby="country-hint${fault ? ' country-problem' : ''}">
${countriesIn(language).map(
  ({ code, name }) =>
    html`<option value="${code}"${code === chosen ? html` selected` : null}>${name}</option>\n`,
)}</select>
`
}

/** One form: what was typed and not taken shows the page again, and orders nothing. */
function form(view: BuyingView): Html | null {
  const { page, path, key, faults, language, price, promo_code, country, ...entered } = view
  const words = buyingWords(language)
  const changing = priceParts(view)
  if (!changing && !page.payable) return null
  const shown = {
    ...(page.choices.length === 0 && { price }),
    ...(!page.asks_country && { country: page.country ?? '' }),
    shown_price: page.price_id ?? '',
    shown_promo_code: page.promo_code ?? '',
    shown_country: page.country ?? '',
    shown_gift: page.as_gift ? '1' : '',
    shown_quantity: page.as_gift ? String(page.quantity) : '',
    amount: String(page.amount),
    currency: page.currency,
    key,
  }
  return html`<form method="post" action="${path}">
${hidden(shown)}${changing}${receiverPart({ page, entered, faults, language })}${
  page.payable ? contactPart(view, words) : null
}</form>
`
}

/** What the person has already, who may order it all the same. */
function ownedPart({ included }: BuyingPage, owned: readonly number[], language: string): Html | null {
  const names = owned.flatMap(place => included[place]?.name ?? [])
  if (names.length === 0) return null
  const words = closedWords(language)
  return html`<p class="notice" role="alert" id="owned">${words.owned(names.join(', '))}</p>
<label class="check"><input type="checkbox" name="again" value="1" required aria-describedby="owned"> ${words.again}</label>
`
}

const contactPart = (
  { page, faults, language, owned, ...contact }: BuyingView,
  words: ReturnType<typeof buyingWords>,
) => html`<section aria-labelledby="contact">
<h2 id="contact">${contactWords(language).contact}</h2>
${contactFields(contact, faults, words.emailHint, language)}${companyPart(
  { company: contact.company, company_address: contact.company_address, vat_id: contact.vat_id },
  faults,
  language,
)}${agreementPart(page, contact, faults, language)}${ownedPart(page, owned, language)}<button type="submit">${
  page.amount === 0 ? words.orderFree : words.order(moneyOf(page.due_amount, page.currency, language))
}</button>
</section>
`
