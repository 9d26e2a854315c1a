// {site_url}/webinars/{webinar_id}: the page on which a visitor registers for a session of a webinar. One that is sold leads
// to its offer.
import { buying } from '@lms/commerce/contract'
import { ApiError, common, type Id, isId, Refused } from '@lms/contract'
import { type RegistrationPage, registering } from '@lms/webinars/contract'
import { absent } from '../cache/schools.ts'
import { type Contact, type Faults, fastestMs, faultsOf } from '../public/contact.ts'
import { refuseForeign } from '../public/foreign-origin.ts'
import { readForm } from '../public/form.ts'
import { refusePage, seeOther, writePage } from '../public/page.ts'
import type { Visit } from '../public/route.ts'
import { limitSubmissions, orderRate } from '../public/submission-rate.ts'
import { contentOf, type Entered } from './page.ts'
import { registeringWords } from './register.words.ts'

/** The address after a registration, where the page confirms. */
const registered = '?registered'

/** Shows the page of a webinar, or registers for one of its sessions. */
export async function takeRegistering(visit: Visit): Promise<void> {
  const { exchange, parts, path, parameter, school } = visit
  if (exchange.request.method === 'GET')
    return show(visit, nothing, { done: exchange.request.url === path + registered })
  refuseForeign(visit)
  const { website = '', key = '', session_id = '', ...fields } = await readForm(visit)
  // Only programs fill in a field that nobody sees. They are led back to the page, and nobody is registered.
  if (website !== '') return seeOther(visit, path)
  const shownAt = parts.orderForms.shownAt(key, school.school_id, parameter)
  if (shownAt === null || !isId('wbs', session_id)) throw new Refused(common.invalid_body)
  const entered = { ...contactIn(fields), session_id }
  if (parts.orderForms.ageOf(shownAt) < fastestMs)
    return show(visit, entered, { problem: registeringWords(school.language).tooFast, shownAt })
  // Of all webinars together: a program would take one after the other.
  limitSubmissions(visit, 'webinars', orderRate)
  const refused = await register(visit, entered).catch(error => attemptOf(error, visit))
  return refused ? show(visit, entered, { ...refused, shownAt }) : seeOther(visit, path + registered)
}

const nothing: Entered = { session_id: '', email: '', first_name: '', last_name: '' }

const contactIn = ({ email = '', first_name = '', last_name = '' }: Record<string, string>): Contact => ({
  email: email.trim(),
  first_name: first_name.trim(),
  last_name: last_name.trim(),
})

const scopeOf = ({ school, exchange: { requestId } }: Visit) => ({ school: school.school_id, requestId })
const serviceOf = (visit: Visit) => visit.parts.ask('webinars', { registering }, scopeOf(visit)).registering

async function register(visit: Visit, { session_id, ...contact }: Entered): Promise<null> {
  await serviceOf(visit).register({ body: { session_id: session_id as Id<'wbs'>, ...contact } })
  return null
}

/** What became of a form, for the page. */
interface Attempt {
  done?: boolean
  problem?: string
  faults?: Faults
  shownAt?: number
}

/** What the visitor can do about a refusal; throws what only the page of a refusal can say. */
function attemptOf(error: unknown, { school }: Visit): Attempt {
  if (!(error instanceof ApiError)) throw error
  const { problems } = registeringWords(school.language)
  const { reason } = error
  if (Object.hasOwn(problems, reason)) return { problem: problems[reason as keyof typeof problems] }
  const faults = faultsOf(error, school.language)
  if (!faults) throw error
  return { faults }
}

/** The page; any other status than 200 would be an error in the console of the browser. */
async function show(visit: Visit, entered: Entered, attempt: Attempt): Promise<void> {
  const { exchange, school, parts, path, parameter } = visit
  const { done = false, problem = null, faults = {}, shownAt } = attempt
  const page = await serviceOf(visit)
    .show({ body: { webinar_id: parameter as Id<'wbn'> } })
    .catch(absent)
  if (!page) throw new Refused(common.not_found)
  const key = parts.orderForms.keyOf(school.school_id, parameter, shownAt)
  const offer_id = await offerOf(page, visit)
  const shown = { ...entered, page, offer_id, path, key, done, problem, faults, language: school.language }
  // A visit may begin here: links of newsletters and partners lead to webinars, too.
  const cookies = parts.cookies.headersOf(exchange, school.school_id, true)
  writePage(visit, page.title, contentOf(shown), { 'x-robots-tag': 'noindex', ...cookies })
}

/** The offer of a webinar that is sold. */
async function offerOf({ access }: RegistrationPage, visit: Visit): Promise<Id<'off'> | null> {
  if (access !== 'offer') return null
  const { find } = visit.parts.ask('commerce', { buying }, scopeOf(visit)).buying
  return (await find({ body: { webinar_id: visit.parameter as Id<'wbn'> } })).offer_id
}

/** Shows a refusal as a page. */
export function refuseRegistering(visit: Visit, refused: Refused): void {
  const { status } = refused.refusal
  const { unknown, foreign, unreadable, tooMany, away } = registeringWords(visit.school.language)
  const said = { 404: unknown, 403: foreign, 400: unreadable, 429: tooMany } as Partial<
    Record<number, readonly [string, string]>
  >
  refusePage(visit, said[status] ?? away, refused)
}
