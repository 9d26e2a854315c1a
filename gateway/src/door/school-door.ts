// The schools' door: what happens to a request, in order, until a service has it.
import { common, Refused } from '@lms/contract'
import type { TokenSigner } from '@lms/service-host/front'
import type { ResolvedSchool } from '@lms/site/contract'
import { downloads } from '@lms/users/contract'
import type { Logger } from 'pino'
import type { Document } from '../config.ts'
import { absent, type Schools } from '../known/schools.ts'
import type { Ask } from '../known/siblings.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Shares } from '../limits/shares.ts'
import type { KeyUse } from '../use/key-use.ts'
import type { Load } from '../use/load.ts'
import type { RequestRecords } from '../use/request-records.ts'
import { type Addresses, networkOf } from './address.ts'
import type { Admission } from './admission.ts'
import { confirmationsPath, takeConfirmation } from './confirmation.ts'
import { Door } from './door.ts'
import { type Exchange, pathOf } from './exchange.ts'
import { rewrite } from './forwarding.ts'
import type { ServiceProxy } from './proxy.ts'

export interface SchoolDoorParts {
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
  documents: Readonly<Record<string, Document>>
  /** Files that go out at once: a whole one is held for each. */
  downloads: Shares
  ask: Ask
  log: Logger
}

// HEAD and OPTIONS are no operations; browsers of other origins are not let in, so there is no preflight to answer.
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export class SchoolDoor extends Door {
  readonly #parts: SchoolDoorParts

  constructor(parts: SchoolDoorParts) {
    super(parts.log)
    this.#parts = parts
  }

  protected async take(exchange: Exchange): Promise<void> {
    const { request } = exchange
    const path = pathOf(request.url!)
    if (path === '/healthz') return exchange.answer(200, '{"status":"ok"}')
    const address = this.#parts.addresses.clientOf(request)
    const school = await this.#school(exchange, address)
    exchange.school = school.school_id
    if (path === '/api' || path.startsWith('/api/')) return this.#takeCall(exchange, path, school, address)
    if (path.startsWith(downloadsPath)) return this.#takeDownload(exchange, path, school, address)
    if (path.startsWith(confirmationsPath)) {
      this.#parts.limiter.countGuest(address)
      return takeConfirmation(exchange, path, school, this.#parts.ask)
    }
    this.#takePage(exchange, path, school)
  }

  async #school(exchange: Exchange, address: string): Promise<ResolvedSchool> {
    const { addresses, schools, limiter } = this.#parts
    const host = addresses.hostOf(exchange.request)
    let school = host === null ? null : schools.remembered(host)
    if (!school) {
      limiter.countGuest(address)
      if (school === undefined) school = await schools.find(host!, exchange.requestId)
      if (!school) throw new Refused(common.not_found, 'No school answers to this host name.')
      limiter.forgive(address)
    }
    return school
  }

  /** Sends a call of the API to the service of its first path segment. */
  async #takeCall(exchange: Exchange, path: string, school: ResolvedSchool, address: string): Promise<void> {
    const { admission, limiter, budgets, use, signer, proxy, routes } = this.#parts
    if (school.status !== 'active') throw new Refused(common.school_suspended)
    if (!methods.has(exchange.request.method!)) throw new Refused(common.no_such_operation)
    const { caller, tokenKey, key } = await admission.admit(exchange, school.school_id, address)
    exchange.caller = caller
    exchange.headers = limiter.count(school.school_id, caller.key, school.limits)
    if (exchange.request.method !== 'GET') budgets.check(school.school_id, school.limits)
    use.note(key.caller)
    const segment = segmentOf(path)
    const service = segment === null ? undefined : routes[segment]
    if (!service) throw new Refused(common.no_such_operation)
    exchange.operation = `${exchange.request.method} /v1/${segment}`
    exchange.service = service
    rewrite(exchange, signer.sign(service, { kind: 'caller', caller }, tokenKey), address)
    proxy.carry(exchange, service, {
      school: school.school_id,
      source: `${caller.key} ${networkOf(address)}`,
    })
  }

  /** Hands out the file of a signed link; who has the link needs no credential. */
  async #takeDownload(
    exchange: Exchange,
    path: string,
    school: ResolvedSchool,
    address: string,
  ): Promise<void> {
    const { ask, limiter, downloads: shares } = this.#parts
    exchange.operation = `${exchange.request.method} ${downloadsPath}{token}`
    limiter.countGuest(address)
    const token = path.slice(downloadsPath.length)
    if (exchange.request.method !== 'GET' || school.status !== 'active' || !/^[\w.-]{1,200}$/.test(token))
      throw new Refused(common.not_found, noFile)
    const network = networkOf(address)
    if (shares.take(school.school_id, network) !== null) throw new Refused(common.rate_limited, manyFiles)
    exchange.response.once('close', () => shares.give(school.school_id, network))
    const scope = { school: school.school_id, requestId: exchange.requestId }
    const file = await ask('users', { downloads }, scope).downloads.fetch({ path: { token } }).catch(absent)
    if (!file) throw new Refused(common.not_found, noFile)
    exchange.answer(200, file.content, {
      'content-disposition': `attachment; filename="${file.name}"`,
      'x-content-type-options': 'nosniff',
    })
  }

  #takePage(exchange: Exchange, path: string, school: ResolvedSchool): void {
    const { documents } = this.#parts
    const found = exchange.request.method === 'GET' && Object.hasOwn(documents, path) && documents[path]
    if (!found || school.status !== 'active')
      throw new Refused(common.not_found, 'There is no such page here. The API is under /api/v1.')
    exchange.operation = `GET ${path}`
    exchange.answer(200, found.body, { 'content-type': found.type, 'cache-control': 'no-cache' })
  }

  protected closed(exchange: Exchange): void {
    const { log, load, records } = this.#parts
    const { school, operation, response, requestId } = exchange
    if (school) load.count(school, response.statusCode)
    records.note(exchange)
    const ms = Math.round(exchange.milliseconds * 10) / 10
    const line = { request_id: requestId, school_id: school, operation, status: response.statusCode, ms }
    if (response.statusCode >= 500) log.warn(line, 'request')
    else log.debug(line, 'request')
  }
}

const downloadsPath = '/downloads/'
const manyFiles = 'Too many files are on their way out. Wait for one to arrive before you ask for the next.'
const noFile = 'This link leads to no file, or its time is over. Order the file again.'

const prefix = '/api/v1/'
/** `orders` of `/api/v1/orders/…`; null of another path. */
function segmentOf(path: string): string | null {
  if (!path.startsWith(prefix)) return null
  const end = path.indexOf('/', prefix.length)
  return end < 0 ? path.slice(prefix.length) : path.slice(prefix.length, end)
}
