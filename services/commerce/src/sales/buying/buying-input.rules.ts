// What a visitor has chosen and entered on the page of an offer, and what became of an attempt: pure decisions.
import { common, country, type FormVisit, isId, Refused } from '@lms/contract'
import { type Contact, contactIn, type Faults, faultsOf } from '@lms/html/contact'
import { OfferQuery, Purchase } from './buying.contract.ts'
import { buyingWords } from './buying.words.ts'

export interface Entered extends Contact {
  price: string
  promo_code: string
  country: string
}

/** The fields as they count: a code of another form, or what is no country, is none; a price of another form has no page. */
export function enteredIn(fields: FormVisit['fields']): Entered {
  const { price = '', promo_code = '', country: chosen = '' } = fields
  const code = promo_code.trim()
  if (price.trim() !== '' && !isId('prc', price.trim())) throw new Refused(common.not_found)
  return {
    ...contactIn(fields),
    price: price.trim(),
    promo_code: code.length > 40 || code.includes('\0') ? '' : code,
    country: country().safeParse(chosen.trim()).success ? chosen.trim() : '',
  }
}

/** What is asked for. */
export const queryIn = ({ price, promo_code, country }: Entered, offer_id: string): OfferQuery =>
  OfferQuery.parse({
    offer_id,
    price_id: price || null,
    country: country || null,
    promo_code: promo_code || null,
  })

/** The order in a form; refuses one with fields that are wrong, which it names. */
export function purchaseIn(fields: FormVisit['fields'], offer_id: string): Purchase {
  const { email, first_name, last_name, ...entered } = enteredIn(fields)
  const { amount = '', currency = '' } = fields
  const shownSum = { amount: Number(amount), currency }
  const query = queryIn({ email, first_name, last_name, ...entered }, offer_id)
  const read = Purchase.safeParse({ ...query, email, first_name, last_name, shown: shownSum })
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refused(common.invalid_body, undefined, { details })
}

export interface Attempt {
  /** What the form shows next. */
  entered: Entered
  problem: string | null
  /** What is wrong with a field. */
  faults: Faults<keyof Entered>
}

/** Why an attempt ordered nothing, and what the next one begins with. */
export function attemptIn({
  fields,
  attempt,
  language,
}: Pick<FormVisit, 'fields' | 'attempt' | 'language'>): Attempt {
  const entered = enteredIn(fields)
  const words = buyingWords(language)
  const attemptWith = (problem: string | null) => ({ entered, problem, faults: {} })
  if (attempt === null) return attemptWith(null)
  const { reason } = attempt
  if (reason === 'too_fast') return attemptWith(words.tooFast)
  if (reason === 'price_changed') return attemptWith(words.newPrice)
  // The page says so itself.
  if (reason === 'payment_unavailable') return attemptWith(null)
  if (Object.hasOwn(words.codes, reason)) {
    const problem = `${words.codes[reason as keyof typeof words.codes]} ${words.withoutCode}`
    return { entered: { ...entered, promo_code: '' }, problem, faults: {} }
  }
  const faults = faultsOf(attempt, language)
  if (!faults) throw new Refused(common.invalid_body)
  return { entered, problem: null, faults }
}
