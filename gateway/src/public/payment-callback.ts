// Callbacks of payment providers. The signature covers the bytes of the body, so they are passed on as they came; the
// commerce service checks it. A callback needs no credential, and is taken for a suspended school, too: the money has
// moved.
import { paymentCallbacks } from '@lms/commerce/contract'
import type { Id } from '@lms/contract'
import { bytesOf, headersOf } from './inbound.ts'
import type { Visit } from './route.ts'

/** Maximum bytes of a callback. Stripe's largest have some tens of kilobytes. */
const maxBytes = 256 * 1024

/** Passes a callback on; 503 or 429 makes the provider repeat it later. */
export async function takeCallback(visit: Visit): Promise<void> {
  const { exchange, parameter, school, parts } = visit
  const body = await bytesOf(visit, maxBytes)
  const scope = { school: school.school_id, requestId: exchange.requestId }
  await parts.ask('commerce', { paymentCallbacks }, scope).paymentCallbacks.take({
    path: { id: parameter as Id<'pvd'> },
    body: { headers: headersOf(exchange), body },
  })
  exchange.answer(200, '{"taken":true}')
}
