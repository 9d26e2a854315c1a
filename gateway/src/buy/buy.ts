// {site_url}/buy/{offer_id}: the page on which a visitor buys an offer of the school. Its form makes the order and leads
// on to the page on which it is paid.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type BuyingPage, buying } from '@lms/commerce/contract'
import { ApiError, common, formatTime, isId, Refused } from '@lms/contract'
import { type Picture, pictures } from '@lms/site/contract'
import type { AnswerHeaders } from '../http/exchange.ts'
import { fastestMs, faultsOf } from '../public/contact.ts'
import { refuseForeign } from '../public/foreign-origin.ts'
import { readForm } from '../public/form.ts'
import { refusePage, seeOther, writePage } from '../public/page.ts'
import { policyOf } from '../public/page-style.ts'
import type { Visit } from '../public/route.ts'
import { limitSubmissions, orderRate } from '../public/submission-rate.ts'
import { buyingWords } from './buy.words.ts'
import { contentOf, type Entered, type Shown } from './page.ts'

/** A form under way is asked for again so often, each time after this many milliseconds. */
const maxLooks = 10
const lookAgainMs = 300

/** Shows the page of an offer, or orders it. */
export async function takeBuying(visit: Visit): Promise<void> {
  if (visit.exchange.request.method === 'GET') {
    const chosen = chosenBy(visit)
    // The page says whether a code is valid: a program would try one after the other.
    if (chosen.promo_code !== '') limitSubmissions(visit, 'promo-code', orderRate)
    return show(visit, chosen)
  }
  refuseForeign(visit)
  const { website = '', key = '', amount = '', currency = '', ...fields } = await readForm(visit)
  const entered = enteredIn(fields)
  // Only programs fill in a field that nobody sees. They are led back to the page, and nothing is ordered.
  if (website !== '') return seeOther(visit, visit.path)
  const { parts, school, parameter } = visit
  const shownAt = parts.orderForms.shownAt(key, school.school_id, parameter)
  if (shownAt === null) throw new Refused(common.invalid_body)
  if (parts.orderForms.ageOf(shownAt) < fastestMs)
    return show(visit, entered, { problem: buyingWords(school.language).tooFast }, shownAt)
  // Of all offers together: a program would take one after the other.
  limitSubmissions(visit, 'buy', orderRate)
  const shown = { amount: Number(amount), currency }
  const ordered = await order(visit, entered, shown, key).catch(error => attemptOf(error, visit))
  if ('payment_path' in ordered) return seeOther(visit, ordered.payment_path)
  return show(visit, { ...entered, ...ordered.without }, ordered, shownAt)
}

const nothing: Entered = {
  price: '',
  promo_code: '',
  country: '',
  email: '',
  first_name: '',
  last_name: '',
}

/** What the address of the page says: the price, a promo code, the country. */
function chosenBy({ exchange, path }: Visit): Entered {
  const query = new URLSearchParams(exchange.request.url!.slice(path.length))
  const { price, promo_code, country } = enteredIn(Object.fromEntries(query))
  return { ...nothing, price, promo_code, country }
}

/** The fields as they are sent on: a code or a country of another form is none. */
function enteredIn(fields: Record<string, string>): Entered {
  const of = (name: keyof Entered) => (fields[name] ?? '').trim()
  const entered = { ...nothing, ...Object.fromEntries(names.map(name => [name, of(name)])) }
  if (entered.price !== '' && !isId('prc', entered.price)) throw new Refused(common.not_found)
  if (!/^[A-Z]{2}$/.test(entered.country)) entered.country = ''
  if (entered.promo_code.length > 40 || entered.promo_code.includes('\0')) entered.promo_code = ''
  return entered
}
const names = Object.keys(nothing) as (keyof Entered)[]

const clientOf = ({ parts, school, exchange }: Visit) =>
  parts.ask('commerce', { buying }, { school: school.school_id, requestId: exchange.requestId }).buying

const askedIn = ({ price, promo_code, country }: Entered, offer_id: string) => ({
  offer_id: offer_id as never,
  price_id: (price || null) as never,
  country: country || null,
  promo_code: promo_code || null,
})

/** Orders at the shown price. The same form, sent again, gets the same answer. */
async function order(
  visit: Visit,
  entered: Entered,
  shown: Pick<BuyingPage, 'amount' | 'currency'>,
  key: string,
): Promise<{ payment_path: string }> {
  const { email, first_name, last_name } = entered
  const { exchange, school, parts, parameter } = visit
  const { visits, partners } = parts.cookies
  const { utm, referrer = '' } = visits.read(exchange.request, school.school_id) ?? {}
  const clicks = partners.read(exchange.request, school.school_id)
  const body = {
    ...askedIn(entered, parameter),
    ...{ email, first_name, last_name, shown, referrer },
    partner_clicks: clicks.map(({ code, at }) => ({ code, at: formatTime(new Date(at)) })),
    utm: { source: '', medium: '', campaign: '', term: '', content: '', ...utm },
  }
  // An edited form is another one: the visitor went back, and wants what it says now.
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([key, body]))
    .digest('base64url')
  for (let look = 1; ; look++) {
    try {
      return await clientOf(visit).buy({ body, idempotencyKey })
    } catch (error) {
      const underWay = error instanceof ApiError && error.reason === 'idempotency_in_progress'
      if (!underWay || look === maxLooks) throw error
      await wait(lookAgainMs)
    }
  }
}

/** Why an attempt ordered nothing, for the page. */
interface Attempt {
  problem: string | null
  faults: Shown['faults']
  /** What the next attempt goes without. */
  without: Partial<Entered>
}

/** What the visitor can do about a refusal; throws what only the page of a refusal can say. */
function attemptOf(error: unknown, { school }: Visit): Attempt {
  if (!(error instanceof ApiError)) throw error
  const words = buyingWords(school.language)
  const { reason } = error
  if (reason === 'price_changed') return { problem: words.newPrice, faults: {}, without: {} }
  // The page says so itself.
  if (reason === 'payment_unavailable') return { problem: null, faults: {}, without: {} }
  if (Object.hasOwn(words.codes, reason)) {
    const problem = `${words.codes[reason as keyof typeof words.codes]} ${words.withoutCode}`
    return { problem, faults: {}, without: { promo_code: '' } }
  }
  const faults = faultsOf(error, school.language)
  if (!faults) throw error
  return { problem: null, faults, without: {} }
}

/** The page; any other status than 200 would be an error in the console of the browser. */
async function show(
  visit: Visit,
  entered: Entered,
  attempt: Partial<Attempt> = {},
  shownAt?: number,
): Promise<void> {
  const { exchange, school, parts, path, parameter } = visit
  const words = buyingWords(school.language)
  const page = await clientOf(visit)
    .show({ body: askedIn(entered, parameter) })
    .catch(unsold)
  const picture = page.image_file_id && (await pictureOf(page.image_file_id, visit))
  const { problem = null, faults = {} } = attempt
  const promo_code = page.code_problem && words.codes[page.code_problem]
  const shown: Shown = {
    ...entered,
    page,
    picture,
    language: school.language,
    path,
    key: parts.orderForms.keyOf(school.school_id, parameter, shownAt),
    problem,
    faults: promo_code ? { ...faults, promo_code } : faults,
  }
  // A visit may begin here: links of newsletters and partners lead to offers, too.
  const cookies = parts.cookies.headersOf(exchange, school.school_id, true)
  const policy: AnswerHeaders = picture
    ? { 'content-security-policy': policyOf(visit.frame, { pictures: picture.sources }) }
    : {}
  const headers: AnswerHeaders = { 'x-robots-tag': 'noindex', ...policy, ...cookies }
  writePage(visit, words.title(page.name), contentOf(shown), headers)
}

/** The picture of the offer. While the site service is away, people buy without it. */
const pictureOf = (
  file_id: NonNullable<BuyingPage['image_file_id']>,
  { parts, school, exchange }: Visit,
): Promise<Picture | null> =>
  parts
    .ask('site', { pictures }, { school: school.school_id, requestId: exchange.requestId })
    .pictures.show({ body: { file_id } })
    .catch(() => null)

const reasonsOfUnsold = ['offer_unknown', 'price_unknown']
/** An offer that is not sold has no page. */
function unsold(error: unknown): never {
  const gone = error instanceof ApiError && reasonsOfUnsold.includes(error.reason)
  throw gone ? new Refused(common.not_found) : error
}

/** Shows a refusal as a page. */
export function refuseBuying(visit: Visit, refused: Refused): void {
  const { status } = refused.refusal
  const { unknown, foreign, unreadable, tooMany, away } = buyingWords(visit.school.language)
  const said = { 404: unknown, 403: foreign, 400: unreadable, 429: tooMany } as Partial<
    Record<number, readonly [string, string]>
  >
  refusePage(visit, said[status] ?? away, refused)
}
