// Callbacks of payment providers. The signature covers the bytes of the body, so they are passed on as they came; the
// commerce service checks it. A callback needs no credential, and is taken for a suspended school, too: the money has
// moved.
import { paymentCallbacks } from '@lms/commerce/contract'
import { common, isId, Refused } from '@lms/contract'
import type { Ask } from '../known/siblings.ts'
import type { Shares } from '../limits/shares.ts'
import type { Bodies } from './body.ts'
import type { Exchange } from './exchange.ts'

export const callbacksPath = '/hooks/payments/'
/** Maximum bytes of a callback. Stripe's largest have some tens of kilobytes. */
const mostBytes = 256 * 1024
const noProvider = 'This school has no payment provider with this address.'

export interface CallbackParts {
  ask: Ask
  bodies: Bodies
  /** Callbacks at the commerce service. */
  callbacks: Shares
}

/** Passes a callback on; 503 or 429 makes the provider repeat it later. */
export async function takeCallback(
  exchange: Exchange,
  path: string,
  school: string,
  { ask, bodies, callbacks }: CallbackParts,
): Promise<void> {
  const { request, response, network, requestId } = exchange
  exchange.operation = `${request.method} ${callbacksPath}{provider_id}`
  const id = path.slice(callbacksPath.length)
  if (request.method !== 'POST' || !isId('pvd', id)) throw new Refused(common.not_found, noProvider)
  const body = await bodies.whole(exchange, { school, source: network }, mostBytes)
  if (callbacks.take(school, network) !== null) throw new Refused(common.rate_limited)
  response.once('close', () => callbacks.give(school, network))
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
  const scope = { school, requestId }
  await ask('commerce', { paymentCallbacks }, scope).paymentCallbacks.take({
    path: { id },
    body: { headers, body: body.toString('base64') },
  })
  exchange.answer(200, '{"taken":true}')
}
