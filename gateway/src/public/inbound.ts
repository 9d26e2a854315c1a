// What comes back from the channels of messages. {site_url}/hooks/mail/{token} takes the mails of the domain of return paths:
// the token names the school, so the mail server posts to any of them. {site_url}/hooks/messages/{transport} takes callbacks.
// Neither needs a credential: the crm service checks the signatures of tokens and callbacks, which cover the bytes as they came.
import { common, type Id, Refused } from '@lms/contract'
import { inbound, maxCallbackBytes, maxMailBytes } from '@lms/crm/contract'
import { absent } from '../cache/schools.ts'
import type { Visit } from './route.ts'

export const isReturnToken = (value: string): boolean => /^[0-9a-z]{64}$/i.test(value)
export const inboundTransports = ['telegram', 'sms', 'push'] as const
export const noReturn = 'There is no message with this return path.'

export async function takeMail(visit: Visit): Promise<void> {
  const token = visit.parameter.toLowerCase()
  const mail = await bytesOf(visit, maxMailBytes)
  const school = `sch_${token.slice(0, 26)}` as Id<'sch'>
  const { ask } = visit.parts
  const result = await ask('crm', { inbound }, { school, requestId: visit.exchange.requestId })
    .inbound.mail({ body: { token, mail } })
    .catch(absent)
  if (!result) throw new Refused(common.not_found, noReturn)
  visit.exchange.answer(200, '{"taken":true}')
}

export async function takeMessageCallback(visit: Visit): Promise<void> {
  const { exchange, parameter, school, parts } = visit
  const body = await bytesOf(visit, maxCallbackBytes)
  const headers = headersOf(exchange)
  const scope = { school: school.school_id, requestId: exchange.requestId }
  await parts.ask('crm', { inbound }, scope).inbound.callback({
    body: { transport: parameter as (typeof inboundTransports)[number], headers, body },
  })
  exchange.answer(200, '{"taken":true}')
}

/** The headers that came once, by lower-case name. */
export const headersOf = ({ request }: Visit['exchange']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )

/** The body, base64, in the share of callbacks. */
export async function bytesOf(visit: Visit, most: number): Promise<string> {
  const { exchange, school, parts } = visit
  const sender = { school: school.school_id, source: exchange.network }
  const body = await parts.bodies.readAll(exchange, sender, most)
  takePlace(visit)
  return body.toString('base64')
}

/** A place in the share of the school and the network, until the answer: 429 makes the other side repeat it later. */
export function takePlace({ exchange, school, parts: { callbacks } }: Visit): void {
  const { response, network } = exchange
  const { school_id } = school
  if (callbacks.take(school_id, network) !== null) throw new Refused(common.rate_limited)
  response.once('close', () => callbacks.give(school_id, network))
}
