// What a visitor has chosen and entered on the page of an offer, and what became of an attempt: pure decisions.
import { common, country, type FormVisit, isId, Refused } from '@lms/contract'
import { type Contact, contactIn, type Faults, faultsOf } from '@lms/html/contact'
import { entryRefusals } from '../pricing/entry-refusals.ts'
import { OfferQuery, Purchase } from './buying.contract.ts'
import { buyingWords } from './buying.words.ts'

export interface Entered extends Contact {
  price: string
  promo_code: string
  country: string
}

/** What the form says, as it was typed; a price of another form has no page. */
export function enteredIn(fields: FormVisit['fields']): Entered {
  const { price = '', promo_code = '', country: chosen = '' } = fields
  if (price.trim() !== '' && !isId('prc', price.trim())) throw new Refused(common.not_found)
  return {
    ...contactIn(fields),
    price: price.trim(),
    promo_code: promo_code.trim(),
    country: chosen.trim(),
  }
}

const isCode = (text: string) => text.length <= 40 && !text.includes('\0')
const isCountry = (text: string) => country().safeParse(text).success

/** What the page counts: a link can have anything, and what is no code or no country counts as none. */
export const queryIn = ({ price, promo_code, country }: Entered, offer_id: string): OfferQuery =>
  OfferQuery.parse({
    offer_id,
    price_id: price || null,
    country: isCountry(country) ? country : null,
    promo_code: isCode(promo_code) ? promo_code || null : null,
  })

/** The order in a form; refuses one with fields that are wrong, which it names. Nothing that was typed is left out. */
export function purchaseIn(fields: FormVisit['fields'], offer_id: string): Purchase {
  const entered = enteredIn(fields)
  if (!isCode(entered.promo_code)) throw new Refused(entryRefusals.promo_code_unknown)
  const { amount = '', currency = '' } = fields
  const { email, first_name, last_name } = entered
  const shown = { amount: Number(amount), currency }
  const query = { ...queryIn(entered, offer_id), country: entered.country || null }
  const read = Purchase.safeParse({ ...query, email, first_name, last_name, shown })
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refused(common.invalid_body, undefined, { details })
}

export interface Attempt {
  /** What the form shows next: what was typed. */
  entered: Entered
  /** What the price that is shown counts. */
  counted: Entered
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
  const faults = isCode(entered.promo_code) ? {} : { promo_code: words.codes.promo_code_unknown }
  const attemptWith = (problem: string | null) => ({ entered, counted: entered, problem, faults })
  if (attempt === null) return attemptWith(null)
  const { reason } = attempt
  if (reason === 'price_changed')
    return attemptWith(choiceChanged(entered, fields) ? words.newChoice : words.newPrice)
  // The page says so itself.
  if (reason === 'payment_unavailable') return attemptWith(null)
  if (Object.hasOwn(words.codes, reason)) {
    const promo_code = words.codes[reason as keyof typeof words.codes]
    return {
      entered,
      counted: { ...entered, promo_code: '' },
      problem: words.withoutCode,
      faults: { promo_code },
    }
  }
  const wrong = {
    ...faultsOf(attempt, language),
    ...(reason === 'invalid_body' && attempt.fields.includes('country') && { country: words.noCountry }),
  }
  if (Object.keys(wrong).length === 0) throw new Refused(common.invalid_body)
  return { entered, counted: entered, problem: null, faults: wrong }
}

/** Whether the person chose something else than what the price on the page was for. */
const choiceChanged = (entered: Entered, fields: FormVisit['fields']): boolean =>
  (['price', 'promo_code', 'country'] as const).some(
    name => entered[name].toLowerCase() !== (fields[`shown_${name}`] ?? '').toLowerCase(),
  )
