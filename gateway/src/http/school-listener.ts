// The schools' listener: the steps of a request until it reaches a service.
import { common, Refused } from '@lms/contract'
import type { TokenSigner } from '@lms/service-host/front'
import type { ResolvedSchool } from '@lms/site/contract'
import type { Logger } from 'pino'
import type { Schools } from '../known/schools.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { PublicRouter } from '../public/router.ts'
import type { KeyUse } from '../use/key-use.ts'
import type { Load } from '../use/load.ts'
import type { RequestRecords } from '../use/request-records.ts'
import { type Addresses, networkOf } from './address.ts'
import type { Admission } from './admission.ts'
import { admitPage, answerPreflight } from './cors.ts'
import { type Exchange, pathOf } from './exchange.ts'
import { Listener } from './listener.ts'
import type { ServiceProxy } from './proxy.ts'

export interface SchoolListenerParts {
  addresses: Addresses
  schools: Schools
  admission: Admission
  limiter: RateLimiter
  budgets: Budgets
  proxy: ServiceProxy
  signer: TokenSigner
  use: KeyUse
  load: Load
  records: RequestRecords
  /** First path segment after /v1 → service. */
  routes: Readonly<Record<string, string>>
  publicRouter: PublicRouter
  log: Logger
}

// HEAD arrives as GET. OPTIONS is only the preflight of a page.
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export class SchoolListener extends Listener {
  readonly #parts: SchoolListenerParts

  constructor(parts: SchoolListenerParts) {
    super(parts.log)
    this.#parts = parts
  }

  protected async take(exchange: Exchange): Promise<void> {
    const { addresses, limiter, publicRouter } = this.#parts
    const { request } = exchange
    exchange.address = addresses.clientOf(request)
    exchange.network = networkOf(exchange.address)
    exchange.secure = addresses.isSecure(request)
    const path = pathOf(request.url!)
    if (path === '/healthz') {
      limiter.countProbe(exchange.network)
      return exchange.answer(200, '{"status":"ok"}')
    }
    const school = await this.#school(exchange)
    exchange.school = school.school_id
    if (hasLeft(exchange)) return
    const active = school.status === 'active'
    if (path === '/api' || path.startsWith('/api/')) {
      const preflight = admitPage(exchange, path)
      if (active && preflight === null) return this.#takeCall(exchange, path, school)
      limiter.countGuest(school.school_id, exchange.network)
      if (active) return answerPreflight(exchange, preflight!)
      throw new Refused(common.school_suspended)
    }
    return publicRouter.take(exchange, path, school)
  }

  async #school(exchange: Exchange): Promise<ResolvedSchool> {
    const { addresses, schools, limiter } = this.#parts
    const { network } = exchange
    const host = addresses.hostOf(exchange.request)
    let school = host === null ? null : schools.remembered(host)
    if (school) return school
    const guest = host === null || !schools.wasThere(host)
    if (guest) limiter.countGuest(null, network)
    if (school === undefined) school = await schools.find(host!, exchange.requestId)
    if (!school) throw new Refused(common.not_found, 'No school has this host name.')
    if (guest) limiter.forgive(null, network)
    return school
  }

  /** Sends a call of the API to the service of its first path segment. */
  async #takeCall(exchange: Exchange, path: string, school: ResolvedSchool): Promise<void> {
    const { admission, budgets, use, signer, proxy, routes } = this.#parts
    const { caller, tokenKey, key } = await admission.admit(exchange, school)
    exchange.caller = caller
    if (hasLeft(exchange)) return
    use.note(key.caller)
    const segment = segmentOf(path)
    const service = segment === null ? undefined : routes[segment]
    if (!service || !methods.has(exchange.request.method!)) throw new Refused(common.no_such_operation)
    if (exchange.request.method !== 'GET') budgets.check(school.school_id, school.limits)
    exchange.service = service
    proxy.carry({
      exchange,
      service,
      token: signer.sign(service, { kind: 'caller', caller }, tokenKey),
      sender: { school: school.school_id, source: `${caller.key} ${exchange.network}` },
    })
  }

  protected closed(exchange: Exchange): void {
    const { load, records } = this.#parts
    const { school, response } = exchange
    if (school) load.count(school, response.statusCode)
    records.note(exchange)
    this.logLine(exchange, 'debug', 'request')
  }
}

/** Whether the client has left meanwhile: nothing may be taken for it any more, because nobody would give it back. */
const hasLeft = ({ response }: Exchange) => response.destroyed

const prefix = '/api/v1/'
/** `orders` of `/api/v1/orders/…`; null for another path. */
function segmentOf(path: string): string | null {
  if (!path.startsWith(prefix)) return null
  const end = path.indexOf('/', prefix.length)
  return end < 0 ? path.slice(prefix.length) : path.slice(prefix.length, end)
}
