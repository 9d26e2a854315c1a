// The headers of a client's request that go on to a service. Only listed headers pass, so that no header that a service
// trusts can be forged.
import { tokenHeader } from '@lms/service-host/front'
import type { Exchange } from './exchange.ts'

const forwarded = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'origin',
  'referer',
  'user-agent',
] as const

/** The headers for a service, names and values in turns: the listed ones, and the gateway's own. */
export function headersFor(exchange: Exchange, token: string): string[] {
  const { request, requestId, clientRequestId, traceparent, address } = exchange
  const headers = [tokenHeader, token, 'x-request-id', requestId]
  headers.push('traceparent', traceparent, 'x-forwarded-for', address)
  for (const name of forwarded) {
    const value = request.headers[name]
    if (value !== undefined) headers.push(name, value as string)
  }
  if (clientRequestId !== null) headers.push('x-client-request-id', clientRequestId)
  return headers
}
