// Pages of other origins may use the operations for publishable keys (Fetch Standard, CORS protocol). Such a key stands
// in the page for everyone to read, and the browser adds no cookie or other credential of its own: so every origin may.
import { operations, templateOf } from '@lms/api'
import { common, Refused } from '@lms/contract'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Exchange } from './exchange.ts'

const forPages = new Set(
  operations
    .filter(({ operation }) => operation.publishable)
    .map(({ operation: { method, path } }) => `${method} ${path}`),
)

const restoring =
  'This school is being restored from an archive, and opens when all of it is there. Repeat the request later.'

/** Seconds that a browser remembers the answer to a preflight; browsers shorten it to their own maximum. */
const remembered = 86_400

/** Lets pages of other origins read the answers to such operations. Answers a preflight, which comes without a key. */
export const allowPages =
  (limiter: RateLimiter) =>
  (exchange: Exchange): void => {
    const method = admitPage(exchange)
    const { school_id, status } = exchange.resolved!
    if (status === 'active' && method === null) return
    limiter.countGuest(school_id, exchange.network)
    if (status === 'restoring') throw new Refused(common.school_suspended, restoring)
    if (status !== 'active') throw new Refused(common.school_suspended)
    answerPreflight(exchange, method!)
  }

/**
 * Lets a page of another origin read the answer, whatever it will be. Returns the method that a preflight asks for; null
 * for another request.
 */
function admitPage({ request, headers, path }: Exchange): string | null {
  if (request.headers.origin === undefined) return null
  const requestedMethod =
    request.method === 'OPTIONS' ? request.headers['access-control-request-method'] : undefined
  const route = templateOf(requestedMethod ?? request.method!, path.slice('/api'.length))
  if (route === null || !forPages.has(route)) return null
  headers['access-control-allow-origin'] = '*'
  headers['access-control-expose-headers'] = 'etag, idempotent-replayed, ratelimit, retry-after, x-request-id'
  return requestedMethod ?? null
}

function answerPreflight(exchange: Exchange, method: string): void {
  exchange.operation = 'OPTIONS preflight'
  exchange.head(204, {
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-match, x-request-id',
    'access-control-max-age': remembered,
  })
  exchange.response.end()
}
