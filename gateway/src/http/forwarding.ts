// The headers of a client's request that go on to a service, and those of its answer that come back. Only listed headers
// pass to a service, so that none that it trusts can be forged.
import type { IncomingHttpHeaders } from 'node:http'
import { common, Refused } from '@lms/contract'
import { tokenHeader } from '@lms/service-host/front'
import type { AnswerHeaders, Exchange } from './exchange.ts'

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

// Headers of the connection to the service, and of its framework, are not for the client.
const withheld = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'x-powered-by',
  'x-request-id',
])
/** The prefix of headers with which services inform the gateway. */
const internal = 'x-lms-'

/** Those headers of a service's answer that are for the client. */
export function answerHeaders(upstreamHeaders: IncomingHttpHeaders): AnswerHeaders {
  const headers: AnswerHeaders = {}
  for (const name in upstreamHeaders)
    if (!withheld.has(name) && !name.startsWith(internal)) headers[name] = upstreamHeaders[name]!
  return headers
}

export const unavailableRefusal = (service: string) =>
  new Refused(
    common.unavailable,
    `The ${service} service is unavailable for a moment. Repeat the request after Retry-After seconds.`,
  )
