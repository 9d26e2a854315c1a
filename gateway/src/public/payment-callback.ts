// Callbacks of payment providers. The signature covers the bytes of the body, so they are passed on as they came; the
// commerce service checks it. A callback needs no credential, and is taken for a suspended school, too: the money has
// moved.
import { paymentCallbacks } from '@lms/commerce/contract'
import { common, type Id, Refused } from '@lms/contract'
import type { Visit } from './route.ts'

/** Maximum bytes of a callback. Stripe's largest have some tens of kilobytes. */
const mostBytes = 256 * 1024

/** Passes a callback on; 503 or 429 makes the provider repeat it later. */
export async function takeCallback({ exchange, parameter, school, parts }: Visit): Promise<void> {
  const { request, response, network, requestId } = exchange
  const { ask, bodies, callbacks } = parts
  const { school_id } = school
  const body = await bodies.whole(exchange, { school: school_id, source: network }, mostBytes)
  if (callbacks.take(school_id, network) !== null) throw new Refused(common.rate_limited)
  response.once('close', () => callbacks.give(school_id, network))
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
  await ask('commerce', { paymentCallbacks }, { school: school_id, requestId }).paymentCallbacks.take({
    path: { id: parameter as Id<'pvd'> },
    body: { headers, body: body.toString('base64') },
  })
  exchange.answer(200, '{"taken":true}')
}
