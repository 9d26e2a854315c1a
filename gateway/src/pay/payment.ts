// {site_url}/pay/{token}: the page on which a person pays an order. The link is the only credential.

import { type PaymentPage, paymentPages } from '@lms/commerce/contract'
import { common, Refused } from '@lms/contract'
import { html } from '@lms/html'
import type { ResolvedSchool } from '@lms/site/contract'
import type { Bodies } from '../http/body.ts'
import type { AnswerHeaders, Exchange } from '../http/exchange.ts'
import { passedOn } from '../http/listener.ts'
import { absent } from '../known/schools.ts'
import type { Ask } from '../known/siblings.ts'
import { fieldsOf, mostFormBytes } from './form.ts'
import { contentSecurityPolicy, pageOf, shownAs } from './page.ts'

export const paymentsPath = '/pay/'
/** After a submission the page leads on to a provider's own page by itself. */
const submitted = '?submitted'
/** Seconds until a page looks for the provider's answer again. */
const lookAgain = 2

interface Asked {
  exchange: Exchange
  path: string
  school: ResolvedSchool
  ask: Ask
  bodies: Bodies
}

/** Shows the page, or takes a payment on it and leads back to it. */
export async function takePayment(asked: Asked): Promise<void> {
  const { exchange, school } = asked
  exchange.operation = `${exchange.request.method} ${paymentsPath}{token}`
  try {
    await take(asked)
  } catch (thrown) {
    const error = passedOn(thrown)
    const refused = error instanceof Refused ? error : new Refused(common.internal_error)
    if (error !== refused) throw error
    const { status, reason } = refused.refusal
    exchange.reason = reason
    const [title, text] = status === 404 ? gone : status === 400 ? unreadable : away
    write(exchange, status, pageOf(title, school.name, html`<p class="notice" role="alert">${text}</p>`), {
      ...(status === 503 || status === 429 ? { 'retry-after': '1' } : {}),
      ...refused.headers,
    })
  }
}

const gone = [
  'No such payment',
  'This link is not valid. Check that it is complete, or ask the school for another one.',
] as const
const unreadable = ['The form was not understood', 'Go back, fill in the form and send it again.'] as const
const away = [
  'Not available for a moment',
  'Nothing was charged by this attempt. Try again in a minute.',
] as const

async function take({ exchange, path, school, ask, bodies }: Asked): Promise<void> {
  const { request, requestId } = exchange
  const { method } = request
  const token = path.slice(paymentsPath.length)
  const known = (method === 'GET' || method === 'POST') && school.status === 'active'
  if (!known || !/^[\w.-]{1,200}$/.test(token)) throw new Refused(common.not_found)
  const scope = { school: school.school_id, requestId }
  const pages = ask('commerce', { paymentPages }, scope).paymentPages
  const show = (page: PaymentPage | null) => {
    if (!page) throw new Refused(common.not_found)
    const { title, content } = shownAs(page, path)
    write(exchange, 200, pageOf(title, school.name, content), onwards(exchange, page, path))
  }
  if (method === 'GET') return show(await pages.show({ body: { token } }).catch(absent))
  const sender = { school: school.school_id, source: exchange.network }
  const body = await bodies.whole(exchange, sender, mostFormBytes)
  const { provider_id = '', ...fields } = fieldsOf(request.headers['content-type'], body) ?? unread()
  const page = await pages.pay({ body: { token, provider_id, fields } }).catch(absent)
  // Any other status than 200 would be an error in the console of the browser.
  if (page?.status === 'due') return show(page)
  // To the page by GET: a reload submits nothing again.
  exchange.head(303, { location: `${path}${submitted}`, 'content-length': 0, 'cache-control': 'no-store' })
  exchange.response.end()
}

const unread = (): never => {
  throw new Refused(common.invalid_body)
}

/** Where the page leads by itself: to the answer of the provider, and after a submission to the provider's page. */
function onwards({ request }: Exchange, { status, continue_url }: PaymentPage, path: string): AnswerHeaders {
  const hasSubmitted = request.url!.endsWith(submitted)
  if (status === 'processing') return { refresh: `${lookAgain}; url=${path}${hasSubmitted ? submitted : ''}` }
  return continue_url && hasSubmitted ? { refresh: `0; url=${continue_url}` } : {}
}

function write(exchange: Exchange, status: number, body: string, headers: AnswerHeaders): void {
  exchange.answer(status, body, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
}
