// The gateway: two listeners in one process, and their common parts.
import { routingTable } from '@lms/api'
import { makeLog, sendMetrics, startTelemetry, TokenSigner, watchTurns } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { Callers } from './cache/callers.ts'
import { type Feed, startFeed } from './cache/feed.ts'
import { Schools } from './cache/schools.ts'
import { makeAsk } from './cache/service-clients.ts'
import { type CompleteConfig, complete, type GatewayConfig } from './config.ts'
import { Addresses } from './http/address.ts'
import { Admission } from './http/admission.ts'
import { Connections } from './http/connections.ts'
import { newRequestId } from './http/exchange.ts'
import { ServiceProxy } from './http/proxy.ts'
import { listen } from './http/server.ts'
import { ServiceConnections } from './http/service-connections.ts'
import { StreamProxy } from './http/stream-proxy.ts'
import { Streams } from './http/streams.ts'
import { Budgets } from './limits/budgets.ts'
import { RateLimiter } from './limits/rate-limit.ts'
import { SharedCount } from './limits/shared-count.ts'
import { Shares } from './limits/shares.ts'
import { TokenBuckets } from './limits/token-bucket.ts'
import { Hub } from './listening/hub.ts'
import type { MailCatcher } from './mails/mail-catcher.ts'
import { OperatorActions } from './operator/operator-actions.ts'
import { operatorApp } from './operator/operator-app.ts'
import { firstOperator } from './operator/operators.ts'
import { Cookies } from './public/cookies.ts'
import { Documents } from './public/documents.ts'
import { FrameCache } from './public/frame-cache.ts'
import { OrderForms } from './public/order-form.ts'
import { PageCache } from './public/page-cache.ts'
import type { PublicParts } from './public/route.ts'
import { visitorCounts } from './public/visitor-counts.ts'
import { PublicRouter } from './routes/router.ts'
import { schoolApp } from './school-app.ts'
import { GatewayMetrics } from './usage/gateway-metrics.ts'
import { KeyUse } from './usage/key-use.ts'
import { Load } from './usage/load.ts'
import { RequestRecords } from './usage/request-records.ts'
import { usageCounts } from './usage/usage.ts'

export interface RunningGateway {
  /** The schools' listener. */
  port: number
  /** The platform team's listener. */
  operatorPort: number
  /** The port on which it catches mails; null where it catches none. */
  mailPort: number | null
  log: Logger
  /** Accepts no more requests, finishes running ones, and ends. */
  stop(): Promise<void>
}

/** Starts the gateway; resolves when both listeners are open. */
export async function startGateway(options: GatewayConfig): Promise<RunningGateway> {
  const config = complete(options)
  const log = makeLog('gateway', config.logLevel)
  const telemetry = await startTelemetry(config.otlpUrl)
  const endWatch = watchTurns(log)
  const catcher = await catcherOf(config, log)
  const parts = partsOf(config, log, catcher)
  const { feed, shared, use, records, actions, usage, services } = parts
  const open = await openListeners(config, parts).catch(async error => {
    await Promise.all([feed.stop(), catcher?.close()])
    throw error
  })
  shared.start()
  const sending = sendMetrics(parts.metrics, { otlpUrl: config.otlpUrl, service: 'gateway', log })
  log.info({ port: open.school.port, operator_port: open.operator.port }, 'ready')

  const stop = async () => {
    const { drainMs } = config.deadlines
    // Listeners never leave by themselves; they come back to another gateway.
    parts.hub.close()
    await Promise.all([open.school.close(drainMs), open.operator.close(drainMs), catcher?.close()])
    await Promise.all([use.flush(), records.stop(), actions.stop(), usage?.stop(), parts.visitors?.stop()])
    shared.stop()
    await feed.stop()
    await services.close()
    parts.streaming.close()
    await sending.stop()
    await telemetry.stop()
    endWatch()
  }
  let stopping: Promise<void> | null = null
  return {
    port: open.school.port,
    operatorPort: open.operator.port,
    mailPort: catcher?.port ?? null,
    log,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Its library is loaded only where mails are caught. */
async function catcherOf({ mailPort, clock }: CompleteConfig, log: Logger): Promise<MailCatcher | null> {
  if (mailPort === null) return null
  const { catchMails } = await import('./mails/mail-catcher.ts')
  return catchMails(mailPort, { clock, log })
}

function partsOf(config: CompleteConfig, log: Logger, catcher: MailCatcher | null) {
  const now = () => config.clock.now().getTime()
  const signer = new TokenSigner(config.signing, () => config.clock.now())
  const ask = makeAsk(config.services, config.signing, signer)
  const live = () => feed.live()
  const metrics = new GatewayMetrics()
  const schools = new Schools(ask, live)
  const callers = new Callers(ask, live)
  const budgets = new Budgets(now)
  const buckets = new TokenBuckets(now)
  const shared = new SharedCount(buckets, newRequestId(), message => feed.notifyPeers(message))
  const { bounds } = config
  const questions = new Shares(bounds.pages)
  const pages = new PageCache({ ask, live, questions, maxBytes: bounds.pageBytes })
  const frames = new FrameCache({ ask, live })
  const hub = new Hub(bounds.listeners, (subject, receive) => feed.hear(subject, receive))
  metrics.read({ listeners: () => hub.listeners, live })
  const load = new Load(now)
  const feed = feedOf(config, { schools, callers, pages, frames, hub, budgets, load, shared }, log)
  const limiter = new RateLimiter(buckets, config.guestLimit, limit => metrics.limited(limit))
  const use = new KeyUse(ask, now, log)
  const records = new RequestRecords({ publish: feed.publish, load, now, log })
  const actions = new OperatorActions({ publish: feed.publish, now, log })
  const usage = usageCounts(config, ask, log)
  const visitors = visitorCounts(config, { ask, now, log })
  const { connectMs, answerMs } = config.deadlines
  const services = new ServiceConnections({ connectMs, answerMs })
  const streaming = new StreamProxy({ connectMs, answerMs, log })
  const proxy = new ServiceProxy({
    services: config.services,
    connections: services,
    streaming,
    charge: (exchange, milliseconds) => {
      limiter.charge(exchange, milliseconds)
      if (exchange.school) load.charge(exchange.school, milliseconds)
    },
    bounds,
    log,
  })
  const streams = new Streams({
    services: config.services,
    streaming,
    bounds: bounds.files,
    pace: bounds.pace,
    bodies: proxy.bodies,
    signer,
  })
  const addresses = new Addresses(config.trustedProxies)
  const connections = new Connections(bounds.connections, addresses, log)
  const documents = new Documents(config.documents, config.guides)
  const publicParts: PublicParts = {
    ask,
    bodies: proxy.bodies,
    documents,
    downloads: new Shares(bounds.downloads),
    callbacks: new Shares(bounds.callbacks),
    streams,
    pages,
    frames,
    hub,
    cookies: new Cookies(config.signing.privateKey, now),
    orderForms: new OrderForms(config.signing.privateKey, now),
    submissions: buckets,
    visitors,
  }
  const publicRouter = new PublicRouter(publicParts, limiter)
  const school = schoolApp({
    addresses,
    schools,
    admission: new Admission(callers, limiter, now),
    limiter,
    budgets,
    proxy,
    signer,
    use,
    load,
    metrics,
    records,
    usage,
    routes: routingTable,
    publicRouter,
    ask,
    bodies: proxy.bodies,
    log,
  })
  const { operatorToken, operators = [], clock } = config
  const operator = operatorApp({
    operators: operatorToken ? [firstOperator(operatorToken), ...operators] : [],
    services: config.services,
    schools,
    documents,
    ask,
    load,
    metrics,
    records,
    actions,
    mails: () => catcher?.mails ?? null,
    live,
    clock,
    log,
  })
  return {
    school,
    operator,
    connections,
    feed,
    hub,
    shared,
    use,
    records,
    actions,
    usage,
    visitors,
    services,
    streaming,
    metrics,
  }
}

interface Listeners {
  schools: Schools
  callers: Callers
  pages: PageCache
  frames: FrameCache
  hub: Hub
  budgets: Budgets
  load: Load
  shared: SharedCount
}

function feedOf(
  { natsUrl, natsPassword, streamReplicas }: CompleteConfig,
  { schools, callers, pages, frames, hub, budgets, load, shared }: Listeners,
  log: Logger,
): Feed {
  return startFeed({
    url: natsUrl,
    password: natsPassword,
    replicas: streamReplicas,
    onChange: (school, change) => {
      schools.invalidate(school, change)
      callers.invalidate(school, change)
      pages.invalidate(school, change)
      frames.invalidate(school, change)
      hub.invalidate(school, change)
    },
    onSpent: (school, cost) => {
      budgets.charge(school, cost)
      load.spend(school, cost)
    },
    onPeer: message => shared.receive(message),
    onGap: () => {
      schools.clear()
      callers.clear()
      pages.clear()
      frames.clear()
      hub.cutAll()
    },
    onReturn: () => hub.cutAll(),
    onError: error => log.warn({ err: error }, 'the feed of changes broke off; subscribing again'),
  })
}

async function openListeners(
  { host, port, operatorHost, operatorPort, deadlines }: CompleteConfig,
  { school: schools, operator: operators, connections }: ReturnType<typeof partsOf>,
) {
  const school = await listen({ port, host, deadlines, connections }, schools)
  try {
    const listenOptions = { port: operatorPort, host: operatorHost, deadlines, connections }
    const operator = await listen(listenOptions, operators)
    return { school, operator }
  } catch (error) {
    await school.close(0)
    throw error
  }
}
