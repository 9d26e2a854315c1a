// The schools' listener: the steps of a request until it reaches a service.
import { common, fileOwners, type Prefix, prefixOf, Refused } from '@lms/contract'
import { hostOperations, type TokenSigner } from '@lms/service-host/front'
import type { ResolvedSchool } from '@lms/site/contract'
import { redirecting } from '@lms/site/contract'
import type { Logger } from 'pino'
import { absent, type Schools } from '../known/schools.ts'
import type { Ask } from '../known/siblings.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Shares } from '../limits/shares.ts'
import { paymentsPath, takePayment } from '../pay/payment.ts'
import type { KeyUse } from '../use/key-use.ts'
import type { Load } from '../use/load.ts'
import type { RequestRecords } from '../use/request-records.ts'
import { type Addresses, networkOf } from './address.ts'
import type { Admission } from './admission.ts'
import { confirmationsPath, takeConfirmation } from './confirmation.ts'
import { admitPage, answerPreflight } from './cors.ts'
import { type Exchange, pathOf } from './exchange.ts'
import { rewrite } from './forwarding.ts'
import { Listener } from './listener.ts'
import { type Pages, weightOf } from './pages.ts'
import { callbacksPath, takeCallback } from './payment-callback.ts'
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
  pages: Pages
  /** Maximum downloads at a time: each is whole in memory. */
  downloads: Shares
  /** Callbacks of payment providers under way. */
  callbacks: Shares
  ask: Ask
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
    const { addresses, limiter } = this.#parts
    const { request } = exchange
    exchange.address = addresses.clientOf(request)
    exchange.network = networkOf(exchange.address)
    const path = pathOf(request.url!)
    if (path === '/healthz') {
      limiter.countProbe(exchange.network)
      return exchange.answer(200, '{"status":"ok"}')
    }
    const school = await this.#school(exchange)
    exchange.school = school.school_id
    const active = school.status === 'active'
    if (path === '/api' || path.startsWith('/api/')) {
      const preflight = admitPage(exchange, path)
      if (active && preflight === null) return this.#takeCall(exchange, path, school)
      limiter.countGuest(school.school_id, exchange.network)
      if (active) return answerPreflight(exchange, preflight!)
      throw new Refused(common.school_suspended)
    }
    if (path.startsWith(downloadsPath)) return this.#takeDownload(exchange, path, school)
    if (path.startsWith(callbacksPath)) {
      limiter.countGuest(school.school_id, exchange.network)
      const { ask, callbacks, proxy } = this.#parts
      return takeCallback(exchange, path, school.school_id, { ask, callbacks, bodies: proxy.bodies })
    }
    if (path.startsWith(confirmationsPath)) {
      limiter.countGuest(school.school_id, exchange.network)
      return takeConfirmation(exchange, path, school, this.#parts.ask)
    }
    if (path.startsWith(paymentsPath)) {
      limiter.countGuest(school.school_id, exchange.network)
      const { ask, proxy } = this.#parts
      return takePayment({ exchange, path, school, ask, bodies: proxy.bodies })
    }
    return this.#takePage(exchange, path, school)
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
    use.note(key.caller)
    const segment = segmentOf(path)
    const service = segment === null ? undefined : routes[segment]
    if (!service || !methods.has(exchange.request.method!)) throw new Refused(common.no_such_operation)
    if (exchange.request.method !== 'GET') budgets.check(school.school_id, school.limits)
    exchange.service = service
    rewrite(exchange, signer.sign(service, { kind: 'caller', caller }, tokenKey))
    proxy.carry(exchange, service, {
      school: school.school_id,
      source: `${caller.key} ${exchange.network}`,
    })
  }

  /** Sends the file of a signed link; the link needs no credential. */
  async #takeDownload(
    exchange: Exchange,
    path: string,
    { school_id, status }: ResolvedSchool,
  ): Promise<void> {
    const { ask, limiter, downloads: shares } = this.#parts
    const { network, request, response, requestId } = exchange
    exchange.operation = `${request.method} ${downloadsPath}{token}`
    limiter.countGuest(school_id, network)
    const token = path.slice(downloadsPath.length)
    const owner = fileOwners[prefixOf(token) as Prefix]
    if (request.method !== 'GET' || status !== 'active' || !owner || !/^[\w.-]{1,200}$/.test(token))
      throw new Refused(common.not_found, noFile)
    if (shares.take(school_id, network) !== null) throw new Refused(common.rate_limited, manyFiles)
    response.once('close', () => shares.give(school_id, network))
    const scope = { school: school_id, requestId }
    const file = await ask(owner, { host: hostOperations }, scope)
      .host.file({ path: { token } })
      .catch(absent)
    if (!file) throw new Refused(common.not_found, noFile)
    exchange.answer(200, Buffer.from(file.content, file.encoding), {
      'content-type': file.type,
      'content-disposition': `attachment; filename="${file.name}"`,
      'x-content-type-options': 'nosniff',
    })
  }

  async #takePage(exchange: Exchange, path: string, { school_id, status }: ResolvedSchool): Promise<void> {
    const { pages, limiter } = this.#parts
    const readable = exchange.request.method === 'GET' && status === 'active'
    const page = readable ? await pages.find(path, exchange.request) : null
    limiter.countGuest(school_id, exchange.network, page ? weightOf(page) : 1)
    if (!page && readable && (await this.#redirect(exchange, path, school_id))) return
    if (!page) throw new Refused(common.not_found, 'There is no such page. The API is under /api/v1.')
    exchange.operation = `GET ${path}`
    if (page.status === 200) return exchange.answer(200, page.body, page.headers)
    exchange.head(page.status, page.headers)
    exchange.response.end()
  }

  /** Redirects from an old address of the school to the new one; false if it has no redirect. */
  async #redirect(exchange: Exchange, path: string, school: string): Promise<boolean> {
    const scope = { school, requestId: exchange.requestId }
    const asked = this.#parts.ask('site', { redirecting }, scope).redirecting.find({ body: { path } })
    const redirect = await asked.catch(absent)
    if (!redirect) return false
    exchange.operation = 'GET {redirect}'
    const headers = { location: redirect.target, 'cache-control': 'no-cache', 'content-length': 0 }
    exchange.head(redirect.permanent ? 308 : 307, headers)
    exchange.response.end()
    return true
  }

  protected closed(exchange: Exchange): void {
    const { load, records } = this.#parts
    const { school, response } = exchange
    if (school) load.count(school, response.statusCode)
    records.note(exchange)
    this.logLine(exchange, 'debug', 'request')
  }
}

const downloadsPath = '/downloads/'
const manyFiles = 'Too many downloads are in progress. Wait for one to end before you start the next.'
const noFile = 'This link leads to no file, or has expired. Order the file again.'

const prefix = '/api/v1/'
/** `orders` of `/api/v1/orders/…`; null for another path. */
function segmentOf(path: string): string | null {
  if (!path.startsWith(prefix)) return null
  const end = path.indexOf('/', prefix.length)
  return end < 0 ? path.slice(prefix.length) : path.slice(prefix.length, end)
}
