// The platform team's listener: its own port, its own token, the same error shape.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { classes, common, type Operation, Refused } from '@lms/contract'
import { type Clock, parseBody, readBody } from '@lms/service-host/front'
import { readHost } from '@lms/site/contract'
import type { Logger } from 'pino'
import { type Exchange, pathOf } from '../http/exchange.ts'
import { Listener } from '../http/listener.ts'
import type { Schools } from '../known/schools.ts'
import type { Ask } from '../known/siblings.ts'
import type { Load } from '../use/load.ts'
import type { RequestRecords } from '../use/request-records.ts'
import { type OperatorRoute, operatorHandlers, operatorRoutes } from './operator.handlers.ts'

export interface OperatorListenerParts {
  token: string
  services: Readonly<Record<string, string>>
  schools: Schools
  ask: Ask
  load: Load
  records: RequestRecords
  /** Whether published changes arrive. */
  live(): boolean
  clock: Clock
  log: Logger
}

const whatIsHere = JSON.stringify({
  operations: '/operator/v1',
  certificates: '/domains/check?domain=…',
  health: '/healthz',
  readiness: '/readyz',
})
const digest = (text: string) => createHash('sha256').update(text).digest()

export class OperatorListener extends Listener {
  readonly #token: Buffer
  readonly #routes: OperatorRoute[]
  readonly #live: () => boolean
  readonly #schools: Schools
  readonly #records: RequestRecords

  constructor({ token, services, schools, ask, load, records, live, clock, log }: OperatorListenerParts) {
    super(log)
    if (!token) throw new Error('LMS_OPERATOR_TOKEN is empty: the platform team’s API needs one.')
    this.#token = digest(token)
    const names = Object.keys(services).sort()
    this.#routes = operatorRoutes(operatorHandlers({ services: names, ask, load, now: () => clock.now() }))
    this.#live = live
    this.#schools = schools
    this.#records = records
  }

  protected async take(exchange: Exchange): Promise<void> {
    const { request } = exchange
    const pathname = pathOf(request.url!)
    if (pathname === '/') return exchange.answer(200, whatIsHere)
    if (pathname === '/healthz') return exchange.answer(200, '{"status":"ok"}')
    if (pathname === '/readyz') return this.#readiness(exchange)
    if (pathname === '/domains/check') return this.#checkDomain(exchange)
    if (!this.#knows(request.headers.authorization)) throw new Refused(common.credential_invalid, wrongToken)
    for (const route of this.#routes) {
      const found = route.operation.method === request.method ? route.pattern.exec(pathname) : null
      const query = new URLSearchParams(request.url!.slice(pathname.length))
      if (found) return this.#perform(exchange, route, found.groups ?? {}, Object.fromEntries(query))
    }
    throw new Refused(common.no_such_operation, 'The platform team’s API has no such operation.')
  }

  #readiness(exchange: Exchange): void {
    const nats = this.#live()
    const status = nats ? 'ready' : 'not_ready'
    exchange.answer(nats ? 200 : 503, JSON.stringify({ status, parts: { nats } }))
  }

  /**
   * Whether a proxy in front may get a certificate for a name: 200 for an active domain of an active school, else 404.
   * Caddy asks here at the first connection to each name (`on_demand_tls`); it has no token.
   */
  async #checkDomain(exchange: Exchange): Promise<void> {
    exchange.operation = 'GET /domains/check'
    const host = readHost(new URL(exchange.request.url!, 'http://gateway').searchParams.get('domain') ?? '')
    const known = host === null ? null : this.#schools.remembered(host)
    const school = known === undefined ? await this.#schools.find(host!, exchange.requestId) : known
    if (school?.status !== 'active') throw new Refused(common.not_found, 'No school answers at this domain.')
    exchange.answer(200, JSON.stringify({ domain: host }))
  }

  #knows(authorization = ''): boolean {
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
    return timingSafeEqual(digest(token), this.#token)
  }

  async #perform(
    exchange: Exchange,
    { operation, handle }: OperatorRoute,
    groups: Record<string, string>,
    query: Record<string, string>,
  ): Promise<void> {
    exchange.operation = operation.route
    const path = readPath(operation, groups)
    const body = await readOperatorBody(operation, exchange.request)
    const answer = await handle({
      path: path as never,
      body: body as never,
      query,
      requestId: exchange.requestId,
    })
    exchange.answer(classes[operation.class].success, JSON.stringify(answer))
  }

  protected closed(exchange: Exchange): void {
    this.#records.note(exchange)
    this.logLine(exchange, 'info', 'operator request')
  }
}

const wrongToken = 'Send Authorization: Bearer <operator token>, with the LMS_OPERATOR_TOKEN of the gateway.'

/** The values of the path; a malformed id is an object that does not exist. */
function readPath({ pathSchemas }: Operation, groups: Record<string, string>): Record<string, string> {
  const path = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]))
  for (const [name, schema] of Object.entries(pathSchemas))
    if (!schema.safeParse(path[name]).success) throw new Refused(common.not_found)
  return path
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refused(common.not_found)
  }
}

async function readOperatorBody({ body }: Operation, request: IncomingMessage): Promise<unknown> {
  if (!body) return undefined
  const parsed = body.safeParse(parseBody(request, await readBody(request)))
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, 50).map(({ path, message }) => ({
    path: ['body', ...path.map(String)].join('.'),
    message,
  }))
  throw new Refused(common.invalid_body, undefined, { details })
}
