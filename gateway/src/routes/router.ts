// Finds the public route of a path, and does what all routes have in common.
import { common, Refused } from '@lms/contract'
import type { Exchange } from '../http/exchange.ts'
import { passedOn } from '../http/stages.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { policyOf } from '../public/page-style.ts'
import { type PublicParts, type PublicRoute, securityHeaders, type Visit } from '../public/route.ts'
import { pageRoute, publicRoutes } from './routes.ts'

/** The part of a route's path before its parameter. */
export const fixedPart = ({ path }: PublicRoute) => path.replace(/\{.*/, '')

/** The segment after the first slash: few routes have the same. */
const nameOf = (path: string) => {
  const end = path.indexOf('/', 1)
  return end < 0 ? path.slice(1) : path.slice(1, end)
}
const byName = Map.groupBy(
  publicRoutes.map(route => ({ route, fixed: fixedPart(route) })),
  ({ route }) => nameOf(route.path),
)

/** The route of a path, and the value of its parameter. */
export function routeOf(path: string): { route: PublicRoute; parameter: string } {
  const match = byName.get(nameOf(path))?.find(({ route, fixed }) => {
    if (!route.parameter) return path === fixed
    return path.startsWith(fixed) && (!route.besidePages || route.parameter(path.slice(fixed.length)))
  })
  if (match) return { route: match.route, parameter: path.slice(match.fixed.length) }
  return { route: pageRoute, parameter: path.slice(1) }
}

/** An answer counts as one request for each of so many bytes: the first before any work is done. */
const bytesOfOne = 32 * 1024

export class PublicRouter {
  readonly #parts: PublicParts
  readonly #limiter: RateLimiter

  constructor(parts: PublicParts, limiter: RateLimiter) {
    this.#parts = parts
    this.#limiter = limiter
  }

  /** Takes a request outside /api. */
  async take(exchange: Exchange): Promise<void> {
    const { path } = exchange
    const school = exchange.resolved!
    const { route, parameter } = routeOf(path)
    const { method } = exchange.request
    exchange.operation = `${method} ${route.path}`
    exchange.defaults = { ...securityHeaders[route.answers], 'cache-control': route.cache }
    const { school_id, status } = school
    const { network } = exchange
    const countBytes = (bytes: number) => {
      if (bytes > bytesOfOne) this.#limiter.countMore(school_id, network, Math.ceil(bytes / bytesOfOne) - 1)
    }
    let visit: Visit = { exchange, path, parameter, school, frame: null, parts: this.#parts, countBytes }
    try {
      this.#limiter.countGuest(school_id, network)
      const open = status === 'active' || route.whileSuspended
      const fits = route.parameter?.(parameter) ?? true
      if (!open || !fits || !route.methods.includes(method as 'GET'))
        throw new Refused(common.not_found, route.missing)
      if (route.framed) {
        const frame = await this.#parts.frames.find(school_id, exchange.requestId)
        exchange.defaults = { ...exchange.defaults, 'content-security-policy': policyOf(frame) }
        visit = { ...visit, frame }
      }
      await route.take(visit)
    } catch (thrown) {
      const error = passedOn(thrown)
      if (!route.refuse || !(error instanceof Refused)) throw error
      exchange.reason = error.refusal.reason
      route.refuse(visit, error)
    }
  }
}
