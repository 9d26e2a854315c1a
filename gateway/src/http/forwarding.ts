// The parts of a client's request that go on to a service. Only listed headers pass, so that no header that a service
// trusts can be forged. Written before the proxy takes the request: the proxy's own event for this does not occur under
// `Expect: 100-continue`.
import type { IncomingHttpHeaders } from 'node:http'
import { tokenHeader } from '@lms/service-host/front'
import type { Exchange } from './exchange.ts'

const forwardedHeaders = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'origin',
  'referer',
  // Framing of a body of unknown length; the proxy then closes that connection to the service.
  'transfer-encoding',
  'user-agent',
] as const

/** Rewrites the request for the service: the path below `/api`, the listed headers, and the gateway's own. */
export function rewrite(exchange: Exchange, token: string): void {
  const { request, requestId, clientRequestId, traceparent, address } = exchange
  const given = request.headers
  const headers: IncomingHttpHeaders = {
    [tokenHeader]: token,
    'x-request-id': requestId,
    traceparent,
    'x-forwarded-for': address,
  }
  for (const name of forwardedHeaders) {
    const value = given[name]
    if (value !== undefined) headers[name] = value as string
  }
  if (clientRequestId !== null) headers['x-client-request-id'] = clientRequestId
  request.headers = headers
  request.url = request.url!.slice('/api'.length)
}
