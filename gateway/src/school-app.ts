// The schools’ API and pages: the stages of a request, in their order.
import type { RequestListener } from 'node:http'
import { common, Refused } from '@lms/contract'
import type { TokenSigner, UsageCounts } from '@lms/service-host/front'
import type { Logger } from 'pino'
import type { Schools } from './cache/schools.ts'
import type { Ask } from './cache/service-clients.ts'
import type { Addresses } from './http/address.ts'
import type { Admission } from './http/admission.ts'
import type { Bodies } from './http/body.ts'
import { allowPages } from './http/cors.ts'
import type { Exchange } from './http/exchange.ts'
import type { ServiceProxy } from './http/proxy.ts'
import { locateClient, schoolByHost } from './http/school-by-host.ts'
import { answer, listenerOf, logRequest, openExchange, plainApp, refuseErrors, stage } from './http/stages.ts'
import type { Budgets } from './limits/budgets.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import { checkOrigin, identifyClient, mcpPath, takeMcp } from './mcp.ts'
import { answerNoSchool } from './public/no-school.ts'
import type { PublicRouter } from './routes/router.ts'
import type { GatewayMetrics } from './usage/gateway-metrics.ts'
import type { KeyUse } from './usage/key-use.ts'
import type { Load } from './usage/load.ts'
import type { RequestRecords } from './usage/request-records.ts'
import { noteUsage } from './usage/usage.ts'

export interface SchoolAppParts {
  addresses: Addresses
  schools: Schools
  admission: Admission
  limiter: RateLimiter
  budgets: Budgets
  proxy: ServiceProxy
  signer: TokenSigner
  use: KeyUse
  load: Load
  metrics: GatewayMetrics
  records: RequestRecords
  usage: UsageCounts | null
  /** First path segment after /v1 → service. */
  routes: Readonly<Record<string, string>>
  publicRouter: PublicRouter
  ask: Ask
  bodies: Bodies
  log: Logger
}

/** The Express application of the schools’ listener. */
export function schoolApp(parts: SchoolAppParts): RequestListener {
  const { addresses, schools, admission, limiter, publicRouter, log } = parts
  const app = plainApp()
  const closed = (exchange: Exchange) => noteEnd(parts, exchange)

  // Request id and trace.
  app.use(openExchange(closed))
  app.use(stage(locateClient(addresses)))
  app.all(
    '/healthz',
    answer(exchange => {
      limiter.countProbe(exchange.network)
      exchange.answer(200, '{"status":"ok"}')
    }),
  )
  // School by host.
  app.use(stage(schoolByHost(schools, limiter, answerNoSchool)))
  // Pages of other origins: preflights are answered, and a suspended school refuses.
  app.use('/api', stage(allowPages(limiter)))
  // Caller by bearer key.
  app.use(
    '/api',
    stage(exchange => {
      exchange.charge = milliseconds => limiter.charge(exchange, milliseconds)
      return admission.identify(exchange)
    }),
  )
  // Limits.
  app.use(
    '/api',
    stage(exchange => admission.count(exchange)),
  )
  // X-On-Behalf-Of.
  app.use(
    '/api',
    stage(exchange => admission.actFor(exchange)),
  )
  // The first segment after /v1 names the service.
  app.use('/api/v1', answer(toService(parts)))
  app.use('/api', () => {
    throw new Refused(common.no_such_operation)
  })
  // Clients of the Model Context Protocol have a key, too.
  app.all(
    mcpPath,
    stage(checkOrigin),
    stage(identifyClient(exchange => admission.identify(exchange))),
    stage(exchange => admission.count(exchange)),
    stage(exchange => admission.actFor(exchange)),
    answer(takeMcp(parts)),
  )
  // Everything else is public: pages, forms, files, links.
  app.use(answer(exchange => publicRouter.take(exchange)))
  app.use(refuseErrors(log))
  return listenerOf(app, closed, log)
}

// HEAD arrives as GET. OPTIONS is only the preflight of a page.
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Sends a call of the API to the service of its first path segment. */
const toService =
  ({ budgets, use, signer, proxy, routes }: SchoolAppParts) =>
  (exchange: Exchange): void => {
    const caller = exchange.caller!
    const { school_id, limits } = exchange.resolved!
    const { method } = exchange.request
    use.note(exchange.key!.caller)
    const segment = segmentOf(exchange.path)
    const service = segment === null ? undefined : routes[segment]
    if (!service || !methods.has(method!)) throw new Refused(common.no_such_operation)
    if (method !== 'GET') budgets.check(school_id, limits)
    exchange.service = service
    proxy.carry({
      exchange,
      service,
      token: signer.sign(service, { kind: 'caller', caller }, exchange.tokenKey),
      sender: { school: school_id, source: `${caller.key} ${exchange.network}` },
    })
  }

const prefix = '/api/v1/'
/** `orders` of `/api/v1/orders/…`; null for another path. */
function segmentOf(path: string): string | null {
  if (!path.startsWith(prefix)) return null
  const end = path.indexOf('/', prefix.length)
  return end < 0 ? path.slice(prefix.length) : path.slice(prefix.length, end)
}

function noteEnd({ load, metrics, records, usage, log }: SchoolAppParts, exchange: Exchange): void {
  metrics.sent(noteUsage(usage, exchange))
  metrics.note(exchange)
  if (exchange.reason === 'budget_spent') metrics.limited('budget')
  if (exchange.school) load.count(exchange.school, exchange.response.statusCode)
  records.note(exchange)
  logRequest(log, exchange, 'debug', 'request')
}
