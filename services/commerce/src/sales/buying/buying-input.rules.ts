// What a visitor has chosen and entered on the page of an offer, and what became of an attempt: pure decisions.
import { common, country, type FormVisit, isId, Refused } from '@lms/contract'
import { type Contact, contactIn, type Faults, faultsOf } from '@lms/html/contact'
import { agreementKinds } from '../../objects/buyer.object.ts'
import { placesOf } from '../order-pages/owned.ts'
import { entryRefusals } from '../pricing/entry-refusals.ts'
import { giftableRefusals, maxGifts } from '../pricing/giftable.ts'
import { OfferQuery, Purchase } from './buying.contract.ts'
import { buyingWords } from './buying.words.ts'
import { closedWords } from './closed.words.ts'
import { companyOf, type EnteredCompany } from './company.rules.ts'
import { giftWords } from './gift.words.ts'
import type { EnteredGift } from './gift-fields.ts'
import { legalWords } from './legal.words.ts'
import type { EnteredAgreements } from './legal-parts.ts'

export interface Entered extends Contact, EnteredGift, EnteredCompany, EnteredAgreements {
  price: string
  promo_code: string
  country: string
}

/** What the form says, as it was typed; a price of another form has no page. */
export function enteredIn(fields: FormVisit['fields']): Entered {
  const { price = '', promo_code = '', country: chosen = '', gift = '', quantity = '' } = fields
  const { gift_email = '', gift_message = '', gift_day = '' } = fields
  const { company = '', company_address = '', vat_id = '' } = fields
  if (price.trim() !== '' && !isId('prc', price.trim())) throw new Refused(common.not_found)
  return {
    ...contactIn(fields),
    price: price.trim(),
    promo_code: promo_code.trim(),
    country: chosen.trim(),
    gift: gift === '' ? '' : '1',
    quantity: quantity.trim(),
    gift_email: gift_email.trim(),
    gift_message: gift_message.trim(),
    gift_day: gift_day.trim(),
    company: company.trim(),
    company_address: company_address.trim(),
    vat_id: vat_id.trim(),
    agree_terms: fields.agree_terms ? '1' : '',
    agree_privacy: fields.agree_privacy ? '1' : '',
    agree_withdrawal: fields.agree_withdrawal ? '1' : '',
  }
}

const isCode = (text: string) => text.length <= 40 && !text.includes('\0')
/** A number of gifts; of what is bought for oneself there is one. */
const isQuantity = (text: string) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= maxGifts
const isCountry = (text: string) => country().safeParse(text).success

/** What the page counts: a link can have anything, and what is no code or no country counts as none. */
export const queryIn = (
  { price, promo_code, country, gift, quantity }: Entered,
  offer_id: string,
): OfferQuery =>
  OfferQuery.parse({
    offer_id,
    price_id: price || null,
    country: isCountry(country) ? country : null,
    promo_code: isCode(promo_code) ? promo_code || null : null,
    as_gift: gift !== '',
    quantity: gift !== '' && isQuantity(quantity) ? Number(quantity) : 1,
  })

/** The order in a form; refuses one with fields that are wrong, which it names. Nothing that was typed is left out. */
export function purchaseIn(fields: FormVisit['fields'], offer_id: string): Purchase {
  const entered = enteredIn(fields)
  if (!isCode(entered.promo_code)) throw new Refused(entryRefusals.promo_code_unknown)
  const { amount = '', currency = '' } = fields
  const { email, first_name, last_name, gift_message } = entered
  const price_id = fields.shown_price || null
  const shown = { amount: Number(amount), currency, as_gift: Boolean(fields.shown_gift), price_id }
  const query = {
    ...queryIn(entered, offer_id),
    country: entered.country || null,
    quantity: entered.quantity === '' ? 1 : Number(entered.quantity),
  }
  const gift = { gift_email: entered.gift_email || null, gift_message, gift_day: entered.gift_day || null }
  const company = companyOf(entered)
  const again = Boolean(fields.again)
  const agreed = agreementKinds.filter(kind => entered[`agree_${kind}`])
  const read = Purchase.safeParse({
    ...query,
    ...gift,
    company,
    agreed,
    again,
    email,
    first_name,
    last_name,
    shown,
  })
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({ path: fieldOf(path), message }))
  throw new Refused(common.invalid_body, undefined, { details })
}

/** The field of the form that a part of a purchase comes from. */
const fieldOf = (path: PropertyKey[]): string =>
  path.join('.').replace('company.name', 'company').replace('company.', 'company_')

export interface Attempt {
  /** What the form shows next: what was typed. */
  entered: Entered
  /** What the price that is shown counts. */
  counted: Entered
  problem: string | null
  /** What is wrong with a field. */
  faults: Faults<keyof Entered>
  /** The places of what the person has already, in what the offer gives. */
  owned: readonly number[]
}

/** Why an attempt ordered nothing, and what the next one begins with. */
export function attemptIn({
  fields,
  attempt,
  language,
}: Pick<FormVisit, 'fields' | 'attempt' | 'language'>): Attempt {
  const entered = enteredIn(fields)
  const words = buyingWords(language)
  const [ofGift, ofLaw] = [giftWords(language), legalWords(language)]
  const isWrongQuantity = entered.gift !== '' && entered.quantity !== '' && !isQuantity(entered.quantity)
  const faults = {
    ...(!isCode(entered.promo_code) && { promo_code: words.codes.promo_code_unknown }),
    ...(isWrongQuantity && { quantity: ofGift.faults.quantity(maxGifts) }),
  }
  const attemptWith = (problem: string | null) => ({ entered, counted: entered, problem, faults, owned: [] })
  if (attempt === null) return attemptWith(null)
  const { reason } = attempt
  if (reason === 'price_changed') return attemptWith(changeOf(entered, fields, language))
  if (reason === 'offer_sold_out') return attemptWith(closedWords(language).fewer)
  // The choice has gone since the page was opened: what is left is shown.
  if (reason === 'price_unknown') {
    const withoutPrice = { ...entered, price: '' }
    return { ...attemptWith(words.newPrice), entered: withoutPrice, counted: withoutPrice }
  }
  // The page says so itself.
  if (reason === 'payment_unavailable' || reason === 'offer_not_on_sale') return attemptWith(null)
  if (Object.hasOwn(words.codes, reason)) {
    const promo_code = words.codes[reason as keyof typeof words.codes]
    return {
      entered,
      counted: { ...entered, promo_code: '' },
      problem: words.withoutCode,
      faults: { promo_code },
      owned: [],
    }
  }
  if (reason === giftableRefusals.gift_of_subscription.reason)
    return { ...attemptWith(null), faults: { gift: ofGift.noSubscription } }
  if (reason === 'already_owned') return { ...attemptWith(null), owned: placesOf(attempt) }
  const isWrong = (name: string) => reason === 'invalid_body' && attempt.fields.includes(name)
  // Its field is hidden with the rest of a gift that is none.
  if (entered.gift === '' && isWrong('quantity')) return attemptWith(ofGift.chosen)
  const wrongOfGift = (['gift_email', 'gift_day', 'gift_message'] as const).filter(isWrong)
  const wrong = {
    ...faultsOf(attempt, language),
    ...Object.fromEntries(wrongOfGift.map(name => [name, ofGift.faults[name]])),
    ...(isWrong('quantity') && { quantity: ofGift.faults.quantity(maxGifts) }),
    ...(isWrong('company') && { company: entered.company === '' ? ofLaw.noCompany : ofLaw.tooLong(200) }),
    ...(isWrong('company_address') && { company_address: ofLaw.tooLong(300) }),
    ...(isWrong('vat_id') && { vat_id: ofLaw.noVatId }),
    ...Object.fromEntries(
      agreementKinds
        .map(kind => `agree_${kind}`)
        .filter(isWrong)
        .map(name => [name, ofLaw.notAgreed]),
    ),
    ...(isWrong('country') && { country: words.noCountry }),
  }
  if (Object.keys(wrong).length === 0) throw new Refused(common.invalid_body)
  return { ...attemptWith(null), faults: wrong }
}

/** Why the order is another one than the page has shown: the person chose something else, or the school did. */
function changeOf(entered: Entered, fields: FormVisit['fields'], language: string): string {
  const isOther = (name: 'price' | 'promo_code' | 'country' | 'gift' | 'quantity') =>
    entered[name].toLowerCase() !== (fields[`shown_${name}`] ?? '').toLowerCase()
  const words = buyingWords(language)
  if (isOther('gift')) return giftWords(language).chosen
  const changed = (['price', 'promo_code', 'country', 'quantity'] as const).some(isOther)
  return changed ? words.newChoice : words.newPrice
}
