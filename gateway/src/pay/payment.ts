// {site_url}/pay/{token}: the page on which a person pays an order. The link is the only credential.

import { type PaymentPage, paymentPages } from '@lms/commerce/contract'
import { common, Refused } from '@lms/contract'
import { absent } from '../cache/schools.ts'
import type { AnswerHeaders, Exchange } from '../http/exchange.ts'
import { readForm } from '../public/form.ts'
import { refusePage, writePage } from '../public/page.ts'
import type { Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { cardField } from './card.ts'
import { shownAs } from './page.ts'
import { paymentWords } from './payment.words.ts'

/** After a submission the page leads on to a provider's own page by itself. */
const submitted = '?submitted'
/** Seconds until a page looks for the provider's answer again. */
const lookAgain = 2

/**
 * At most ten attempts on a link in any hour, and five of them from one network: more is the testing of stolen cards. Other
 * links of a network are its other people's, as in an office; how many orders one makes is bounded where it orders.
 */
const attemptsOfLink = { rate: 1 / 3600, burst: 10 }
const attemptsOfNetwork = { rate: 1 / 3600, burst: 5 }

/** Shows the page, or takes a payment or a card on it and leads back to it. */
export async function takePayment(visit: Visit): Promise<void> {
  const { exchange, path, parameter: token, school, parts } = visit
  const { request, requestId } = exchange
  const scope = { school: school.school_id, requestId }
  const pages = parts.ask('commerce', { paymentPages }, scope).paymentPages
  const show = (page: PaymentPage | null) => {
    if (!page) throw new Refused(common.not_found)
    const { title, content } = shownAs(page, path, school.language)
    writePage(visit, title, content, onwards(exchange, page, path))
  }
  if (request.method === 'GET') return show(await pages.show({ body: { token } }).catch(absent))
  const { provider_id = '', amount: chosen = '', ...fields } = await readForm(visit)
  // Without a button, as by the Enter key of some browsers, what the link asks for.
  const amount = /^[0-9]{1,13}$/.test(chosen) ? Number(chosen) : null
  limitAttempts(visit, token)
  const asked = { token, provider_id, fields }
  const page = await (Object.hasOwn(fields, cardField)
    ? pages.saveCard({ body: asked })
    : pages.pay({ body: { ...asked, amount } })
  ).catch(absent)
  // Any other status than 200 would be an error in the console of the browser.
  if (page?.status === 'due' || page?.card?.status === 'wanted') return show(page)
  // To the page by GET: a reload submits nothing again.
  exchange.head(303, { location: `${path}${submitted}`, 'content-length': 0 })
  exchange.response.end()
}

function limitAttempts({ parts, school, exchange }: Visit, token: string): void {
  const place = `pay ${school.school_id} ${token}`
  limitBy(parts, [
    [`${place} ${exchange.network}`, attemptsOfNetwork],
    [place, attemptsOfLink],
  ])
}

/** Where the page leads by itself: to the answer of the provider, and after a submission to the provider's page. */
function onwards({ request }: Exchange, page: PaymentPage, path: string): AnswerHeaders {
  const hasSubmitted = request.url!.endsWith(submitted)
  const { status, card } = page
  const continue_url = page.continue_url ?? card?.continue_url
  if (status === 'processing' || card?.status === 'processing')
    return { refresh: `${lookAgain}; url=${path}${hasSubmitted ? submitted : ''}` }
  return continue_url && hasSubmitted ? { refresh: `0; url=${continue_url}` } : {}
}

/** Shows a refusal as a page. */
export function refusePayment(visit: Visit, refused: Refused): void {
  const { status } = refused.refusal
  const { gone, unreadable, away, paused } = paymentWords(visit.school.language)
  const minutes = Math.ceil(Number(refused.headers['retry-after'] ?? 60) / 60)
  const said = { 404: gone, 400: unreadable, 429: paused(minutes) } as Partial<
    Record<number, readonly [string, string]>
  >
  refusePage(visit, said[status] ?? away, refused)
}
