// The platform team’s listener: its own port, its own token, the same error shape.
import type { IncomingMessage, RequestListener } from 'node:http'
import { bodyBounds, classes, common, type Operation, Refused } from '@lms/contract'
import { type Clock, checked, parseBody, readBody } from '@lms/service-host/front'
import { readHost } from '@lms/site/contract'
import type { Logger } from 'pino'
import type { Schools } from '../cache/schools.ts'
import type { Ask } from '../cache/service-clients.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  answer,
  listenerOf,
  logRequest,
  openExchange,
  plainApp,
  refuseErrors,
  stage,
} from '../http/stages.ts'
import type { MailRing } from '../mails/mail-ring.ts'
import { answerMails, bearerOf, challenge, isMailPath } from '../mails/mail-routes.ts'
import type { Documents } from '../public/documents.ts'
import { sendForm } from '../public/encoded.ts'
import { securityHeaders } from '../public/route.ts'
import type { GatewayMetrics } from '../usage/gateway-metrics.ts'
import type { Load } from '../usage/load.ts'
import type { RequestRecords } from '../usage/request-records.ts'
import { type OperatorRoute, operatorHandlers, operatorRoutes } from './operator.handlers.ts'
import { type Completion, isAction, type OperatorActions } from './operator-actions.ts'
import { type Operator, operatorOf, refuseBeyond } from './operators.ts'

export interface OperatorAppParts {
  /** Who may call it: at least one. */
  operators: readonly Operator[]
  services: Readonly<Record<string, string>>
  schools: Schools
  documents: Documents
  ask: Ask
  load: Load
  metrics: GatewayMetrics
  records: RequestRecords
  actions: OperatorActions
  /** The mails that this gateway catches; null where it catches none. */
  mails: () => MailRing | null
  /** Whether published changes arrive. */
  live(): boolean
  clock: Clock
  log: Logger
}

const whatIsHere = {
  operations: '/operator/v1',
  certificates: '/domains/check?domain=…',
  health: '/healthz',
  readiness: '/readyz',
  metrics: '/metrics',
  documentation: '/docs/start',
}

/** Balancers and Prometheus ask these each second or so. */
const probes: ReadonlySet<string> = new Set([whatIsHere.health, whatIsHere.readiness, whatIsHere.metrics])

/** The Express application of the platform team’s listener. */
export function operatorApp(parts: OperatorAppParts): RequestListener {
  const { operators, services, schools, documents, ask, load, metrics, records, mails, live, clock, log } =
    parts
  if (operators.length === 0)
    throw new Error('LMS_OPERATOR_TOKEN is empty: the platform team’s API needs one.')
  const names = Object.keys(services).sort()
  const routes = operatorRoutes(operatorHandlers({ services: names, ask, load, now: () => clock.now() }))
  const app = plainApp()
  const closed = (exchange: Exchange) => {
    metrics.note(exchange)
    records.note(exchange)
    logRequest(log, exchange, probes.has(exchange.path) ? 'debug' : 'info', 'operator request')
  }

  app.use(openExchange(closed))
  app.all(
    '/',
    answer(exchange =>
      exchange.answer(200, JSON.stringify({ ...whatIsHere, ...(mails() && { mails: '/mails' }) })),
    ),
  )
  app.all(
    '/healthz',
    answer(exchange => exchange.answer(200, '{"status":"ok"}')),
  )
  app.all(
    '/readyz',
    answer(exchange => answerReadiness(exchange, live())),
  )
  app.all(
    '/metrics',
    answer(async exchange => {
      exchange.operation = 'GET /metrics'
      exchange.answer(200, await metrics.text(), { 'content-type': metrics.contentType })
    }),
  )
  app.all(
    /^\/(?:docs(?:\/.*)?|openapi\.json)$/,
    answer(exchange => sendDocument(exchange, documents)),
  )
  app.all(
    '/domains/check',
    answer(exchange => checkDomain(exchange, schools)),
  )
  app.use(
    stage(exchange => {
      if (isMailPath(exchange.path)) return answerMailsTo(exchange, operators, mails())
    }),
  )
  app.use(
    answer(exchange =>
      perform(exchange, routes, {
        operator: operatorOf(exchange.request.headers.authorization, operators),
        actions: parts.actions,
      }),
    ),
  )
  app.use(refuseErrors(log))
  return listenerOf(app, closed, log)
}

/** The same documents as at the address of every school; they need no token. */
async function sendDocument(exchange: Exchange, documents: Documents): Promise<void> {
  exchange.operation = 'GET /docs/{page}'
  const document = await documents.find(exchange.path)
  if (!document)
    throw new Refused(common.not_found, 'The documentation has no such page. It begins at /docs/start.')
  exchange.defaults = { ...securityHeaders.document, 'cache-control': 'no-cache' }
  sendForm(exchange, 200, document.for(exchange.request.headers['accept-encoding']))
}

/** A browser is asked for the token, which it sends in a form of its own: only here, where nothing is changed. */
async function answerMailsTo(
  exchange: Exchange,
  operators: readonly Operator[],
  mails: MailRing | null,
): Promise<void> {
  try {
    const caller = operatorOf(bearerOf(exchange.request.headers.authorization), operators)
    await answerMails(exchange, caller, mails)
  } catch (error) {
    if (error instanceof Refused && error.refusal === common.credential_invalid) exchange.headers = challenge
    throw error
  }
}

function answerReadiness(exchange: Exchange, nats: boolean): void {
  const status = nats ? 'ready' : 'not_ready'
  exchange.answer(nats ? 200 : 503, JSON.stringify({ status, parts: { nats } }))
}

/**
 * Whether a proxy in front may get a certificate for a name: 200 for an active domain of an active school, else 404.
 * Caddy asks here at the first connection to each name (`on_demand_tls`); it has no token.
 */
async function checkDomain(exchange: Exchange, schools: Schools): Promise<void> {
  exchange.operation = 'GET /domains/check'
  const host = readHost(new URL(exchange.target, 'http://gateway').searchParams.get('domain') ?? '')
  const cachedSchool = host === null ? null : schools.remembered(host)
  const school = cachedSchool === undefined ? await schools.find(host!, exchange.requestId) : cachedSchool
  if (school?.status !== 'active') throw new Refused(common.not_found, 'No school answers at this domain.')
  exchange.answer(200, JSON.stringify({ domain: host }))
}

async function perform(
  exchange: Exchange,
  routes: readonly OperatorRoute[],
  { operator, actions }: { operator: Operator; actions: OperatorActions },
): Promise<void> {
  const { request, path: pathname } = exchange
  for (const route of routes) {
    const match = route.operation.method === request.method ? route.pattern.exec(pathname) : null
    if (!match) continue
    exchange.operation = route.operation.route
    const completion = run(exchange, route, match.groups ?? {}, operator)
    if (isAction(route.operation))
      void actions.follow(exchange, { operator, school: match.groups?.id ?? null }, completion)
    const { status, result } = await completion
    return exchange.answer(status, JSON.stringify(result))
  }
  throw new Refused(common.no_such_operation, 'The platform team’s API has no such operation.')
}

async function run(
  { request, target, path: pathname, requestId }: Exchange,
  { operation, handle }: OperatorRoute,
  groups: Record<string, string>,
  operator: Operator,
): Promise<Completion> {
  refuseBeyond(operator, operation)
  const path = readPath(operation, groups)
  const body = await readOperatorBody(operation, request)
  const query = Object.fromEntries(new URLSearchParams(target.slice(pathname.length)))
  const by = { requestId, operator: operator.name }
  const result = await handle({ path: path as never, body: body as never, query, by })
  return { status: classes[operation.class].success, result }
}

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
  return checked(body, parseBody(request, await readBody(request), bodyBounds(body)))
}
