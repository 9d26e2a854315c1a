// The HTTP server of a service: express with one radix router instead of a list of routes (4 µs against 22).
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BodyBounds, bodyBounds, common, deletes, type Operation, Refused } from '@lms/contract'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import findMyWay from 'find-my-way'
import type { Copies } from '../directory/copies.ts'
import { refusals, requestDuration, requests } from '../kernel/host-metrics.ts'
import { parentOf, requestContext, startSpan, within } from '../kernel/telemetry.ts'
import { type Identity, type TokenVerifier, tokenHeader } from '../kernel/token.ts'
import { type Running, turnWatch } from '../kernel/turn-watch.ts'
import { Cursors } from '../list/cursor.ts'
import type { Implementation, Service } from '../service.ts'
import type { Calls } from '../tasks/calls.ts'
import type { Runtime } from '../work/runtime.ts'
import { lazyStores } from '../work/stores.ts'
import { send, sendError } from './answer.ts'
import { appOf } from './app.ts'
import { ClientLeft, drain } from './body.ts'
import { fixedFieldsOf } from './body-faults.ts'
import type { Call } from './checks.ts'
import { LargeAnswers } from './large-answer.ts'
import { Meter } from './meter.ts'
import { perform, type Route } from './perform.ts'
import { endingOf } from './server-shutdown.ts'
import { performStream } from './stream.ts'
import { versionedName } from './versioned-object.ts'

export interface Listening {
  port: number
  /** Stops accepting requests, and lets running ones finish for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** What answers at a path: an operation, or a stream. */
interface Routed {
  /** Method and path template. */
  readonly name: string
  readonly operation: Operation | null
  readonly perform: (call: Call) => Promise<void>
}

function routesOf(service: Service, extra: readonly Implementation[]): Route[] {
  const stores = lazyStores(service.stores)
  const implementations = [...service.implementations, ...extra]
  const operations = implementations.flatMap(implementation => Object.values(implementation.operations))
  return implementations.flatMap(implementation =>
    Object.entries(implementation.operations).map(([name, operation]) => ({
      operation,
      name,
      implementation,
      stores,
      bounds: boundsOf(operation),
      fixed: fixedFieldsOf(operation, operations),
      deletes: deletes(operation),
      versioned: versionedName(operation, operations),
    })),
  )
}

/** Between services nothing is bounded but the stack: they send what one of them has checked or stored. */
const internal: BodyBounds = {
  keys: Number.POSITIVE_INFINITY,
  fields: Number.POSITIVE_INFINITY,
  members: Number.POSITIVE_INFINITY,
  levels: 100,
  text: Number.POSITIVE_INFINITY,
}
const boundsOf = ({ class: name, body }: Operation) =>
  name === 'I' || body === null ? internal : bodyBounds(body)

export interface Serving {
  runtime: Runtime
  verifier: TokenVerifier
  calls: Calls
  copies: Copies
  ready: () => Promise<Record<string, boolean>>
}

/** Serves the operations of a service, and /healthz and /readyz. */
export async function serve(
  service: Service,
  extra: readonly Implementation[],
  { runtime, verifier, calls, copies, ready }: Serving,
): Promise<Listening> {
  const router = findMyWay({ ignoreTrailingSlash: false, maxParamLength: longestParameter })
  const shared = {
    cursors: new Cursors(runtime.vault.derive('cursors')),
    largeAnswers: new LargeAnswers(),
    calls,
    copies,
  }
  const add = (method: string, path: string, routed: Routed) =>
    router.on(method as 'GET', path.replace(/\{(\w+)\}/g, ':$1'), noop, routed)
  for (const route of routesOf(service, extra)) {
    const { operation } = route
    const performed = (call: Call) => perform(route, call, runtime, shared)
    add(operation.method, operation.path, { name: operation.route, operation, perform: performed })
  }
  for (const [name, stream] of Object.entries(service.streams ?? {})) {
    const [method, path] = name.split(' ') as [string, string]
    const routed = { name, operation: null, perform: (call: Call) => performStream(stream, call, runtime) }
    for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) add(each, path, routed)
  }
  const app = appOf((request, response) => {
    const url = request.url!
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    if (path === '/healthz') return send(response, 200, '{"status":"ok"}')
    if (path === '/readyz')
      return void readiness(ready).then(({ status, body }) => send(response, status, body))
    if (path === '/metrics') return void answerMetrics(response, runtime)
    const requestId = header(request.headers['x-request-id'])
    const clientRequestId = header(request.headers['x-client-request-id'])
    const match = findRoute(router, request.method!, path)
    const route = match?.store as Routed | undefined
    const started = performance.now()
    const { traceparent } = request.headers
    const span = startSpan(runtime.service, route?.name ?? 'unknown operation', () => ({
      kind: SpanKind.SERVER,
      parent: traceparent ? parentOf(traceparent) : requestContext(requestId ?? ''),
    }))
    const meter = new Meter()
    let identity: Identity | null = null
    const running: Running = {
      operation: route?.name ?? 'unknown operation',
      school: null,
      requestId: requestId ?? '',
      charge: milliseconds => meter.add(milliseconds),
    }
    const finish = (status: number, reason: string | null) => {
      span?.setAttribute('http.response.status_code', status)
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
      const { log, metrics } = runtime
      const milliseconds = performance.now() - started
      const operation = route?.name ?? 'unknown'
      metrics.count(requests, { operation, status: String(status) })
      if (route?.operation) metrics.observe(requestDuration, { operation }, milliseconds / 1000)
      if (reason) metrics.count(refusals, { reason })
      if (status < 500 && !log.isLevelEnabled('debug')) return
      const line = {
        request_id: requestId,
        ...callerFields(identity),
        operation,
        status,
        reason,
        ms: Math.round(milliseconds * 10) / 10,
      }
      if (status >= 500) log.warn(line, 'request')
      else log.debug(line, 'request')
    }
    const run = async () => {
      identity = verifier.verify(header(request.headers[tokenHeader]) ?? undefined)
      running.school = callerFields(identity).school_id
      if (!route || !match) throw noOperation(methodsOf(router, path))
      const call = {
        request,
        response,
        path: match.params as Record<string, string>,
        query: at < 0 ? '' : url.slice(at + 1),
        identity,
        requestId: requestId ?? '0'.repeat(32),
        clientRequestId,
        meter,
      }
      await route.perform(call)
      finish(response.statusCode, null)
    }
    turnWatch
      .run(running, () => within(span, run))
      .catch(async error => {
        if (error instanceof ClientLeft) return finish(brokenOff, 'client_left')
        const operation = route?.operation ?? undefined
        if (operation || !route) await drain(request)
        turnWatch.beforeAnswer()
        const { status, reason } = sendError(response, error, {
          operation,
          requestId,
          log: runtime.log,
          headers: meter.headers,
        })
        finish(status, reason)
      })
  })
  // The gateway accepts 16 KiB of headers and adds its token: a request that passed there must not fail here.
  const limits = {
    keepAliveTimeout: 65_000,
    // How long a stream may take is for the gateway to say, which knows the client's pace.
    requestTimeout: service.streams ? 0 : 60_000,
    maxHeaderSize: 32 * 1024,
  }
  return listen(createServer(limits, app), runtime)
}

/** The key and the school for a line of the log; or the service, if it calls for itself. */
const callerFields = (identity: Identity | null) =>
  identity?.kind === 'caller'
    ? { school_id: identity.caller.school, key_id: identity.caller.key }
    : { school_id: identity?.school ?? null, key_id: null, asked_by: identity?.service ?? null }

/** For the log and the trace only: the customary status of a request whose client disconnected. */
const brokenOff = 499
const noop = () => {}
/** The claims of a link to a file can be long: its name alone has up to 200 characters. */
const longestParameter = 4096
const header = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null

/** The route of a path; null if the path is no operation, cannot be decoded, or has an empty id. */
function findRoute(router: ReturnType<typeof findMyWay>, method: string, path: string) {
  try {
    const match = router.find(method as 'GET', path)
    return match && Object.values(match.params).includes('') ? null : match
  } catch {
    return null
  }
}

/** The methods of the operations at a path. */
const methodsOf = (router: ReturnType<typeof findMyWay>, path: string): string[] =>
  methods.filter(method => {
    const operation = (findRoute(router, method, path)?.store as Routed | undefined)?.operation
    return operation && operation.class !== 'I'
  })
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The refusal of a path without an operation of this method; names those that it has. */
const noOperation = (allowedMethods: readonly string[]): Refused =>
  allowedMethods.length === 0
    ? new Refused(common.no_such_operation)
    : new Refused(
        common.no_such_operation,
        `This path takes ${allowedMethods.join(', ')}. /openapi.json lists all operations.`,
        { headers: { allow: allowedMethods.join(', ') } },
      )

async function readiness(ready: () => Promise<Record<string, boolean>>) {
  const parts = await ready()
  const all = Object.values(parts).every(Boolean)
  return { status: all ? 200 : 503, body: JSON.stringify({ status: all ? 'ready' : 'not_ready', parts }) }
}

/** The metrics of the process. The port of a service is never a school's. */
async function answerMetrics(response: ServerResponse, { metrics }: Runtime): Promise<void> {
  send(response, 200, await metrics.text(), { 'content-type': metrics.contentType })
}

function listen(server: Server, runtime: Runtime): Promise<Listening> {
  const { host, port } = runtime.config
  const close = endingOf(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: (server.address() as AddressInfo).port, close })
    })
  })
}
