// OpenTelemetry by hand: a span for each request, transaction, reaction and delivery. Auto-instrumentation cost 3.7
// times the CPU. Without OTEL_EXPORTER_OTLP_ENDPOINT there is no provider, and a span is one comparison with null.
//
// The id of a request's first span is the first half of its trace id. Work hours later, which knows only the request
// id, therefore has its place in the trace, and nothing else is stored.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import type { BasicTracerProvider, IdGenerator } from '@opentelemetry/sdk-trace-base'

/** One exporter for all services of a process, and a provider for each service, which puts its name into every span. */
interface Sending {
  providerOf(service: string): BasicTracerProvider
  end(): Promise<void>
}

let starting: Promise<Sending> | null = null
let sending: Sending | null = null
let users = 0

/** Starts exporting spans; services of one process share an exporter. */
export async function startTelemetry(otlpUrl: string | null): Promise<{ stop(): Promise<void> }> {
  if (!otlpUrl) return { stop: async () => {} }
  users++
  starting ??= startSending(otlpUrl)
  sending = await starting
  return { stop: stopTelemetry }
}

/** Loads the SDK only if spans are exported. */
async function startSending(otlpUrl: string): Promise<Sending> {
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BasicTracerProvider, BatchSpanProcessor }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${otlpUrl.replace(/\/$/, '')}/v1/traces` })
  const processor = new BatchSpanProcessor(exporter)
  const providers = new Map<string, BasicTracerProvider>()
  context.setGlobalContextManager(new AsyncContexts())
  return {
    providerOf: service => {
      let provider = providers.get(service)
      if (!provider) {
        provider = new BasicTracerProvider({
          resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'lms' }),
          spanProcessors: [processor],
          idGenerator: new RequestIds(),
        })
        providers.set(service, provider)
      }
      return provider
    },
    end: () => processor.shutdown(),
  }
}

async function stopTelemetry(): Promise<void> {
  if (--users > 0 || !starting) return
  const closing = await starting
  starting = null
  sending = null
  // An unavailable collector must not delay the end of the process.
  await Promise.race([
    closing.end().catch(() => {}),
    new Promise(resolve => setTimeout(resolve, 1000).unref()),
  ])
  context.disable()
}

/** The SDK asks for a span's id first, and right after it for a trace id if the span is the first of its trace. */
class RequestIds implements IdGenerator {
  #last = ''
  generateSpanId(): string {
    this.#last = randomBytes(8).toString('hex')
    return this.#last
  }
  generateTraceId(): string {
    return this.#last + randomBytes(8).toString('hex')
  }
}

class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    run: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => run.call(self, ...args))
  }
  bind<T>(active: Context, target: T): T {
    if (typeof target !== 'function') return target
    return ((...args: unknown[]) => this.#storage.run(active, () => target(...args))) as T
  }
  enable(): this {
    return this
  }
  disable(): this {
    return this
  }
}

export interface SpanStart {
  kind: SpanKind
  /** Null begins a trace; default: the current context. */
  parent?: Context | null
  attributes?: Attributes
  links?: { context: SpanContext }[]
}

/** A span of a service; null if nothing is recorded, and then `begin` is not called. */
export function startSpan(service: string, name: string, begin: () => SpanStart): Span | null {
  if (!sending) return null
  const { parent, ...options } = begin()
  const tracer = sending.providerOf(service).getTracer(service)
  if (parent === null) return tracer.startSpan(name, { ...options, root: true }, ROOT_CONTEXT)
  return tracer.startSpan(name, options, parent ?? context.active())
}

/** Runs a function as part of a span: its spans and calls become children. */
export function within<T>(span: Span | null, run: () => T): T {
  return span ? context.with(trace.setSpan(ROOT_CONTEXT, span), run) : run()
}

/** Runs a function as a span of its own. */
export function spanned<T>(
  service: string,
  name: string,
  begin: () => SpanStart,
  run: () => Promise<T>,
): Promise<T> {
  const span = startSpan(service, name, begin)
  if (!span) return run()
  const ended = within(span, run)
  ended.then(
    () => span.end(),
    error => failSpan(span, error),
  )
  return ended
}

/** Ends a span with an error. */
export function failSpan(span: Span | null, error: unknown): void {
  if (!span?.isRecording()) return
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
  span.end()
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context of a W3C traceparent header (www.w3.org/TR/trace-context), or the root if there is none. */
export function parentOf(header: string | string[] | undefined): Context {
  const match = typeof header === 'string' ? traceparent.exec(header) : null
  if (!match) return ROOT_CONTEXT
  const flags = Number.parseInt(match[3]!, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: match[1]!,
    spanId: match[2]!,
    traceFlags: flags,
    isRemote: true,
  })
}

/** The traceparent of a request's first span. */
export const traceparentOf = (requestId: string) => `00-${requestId}-${requestId.slice(0, 16)}-01`

/** The request as the parent of later or remote work. */
export const requestContext = (requestId: string): Context => parentOf(traceparentOf(requestId))

const none = {}
/** The headers that make a call to another service a child of the current span. */
export function traceHeaders(): { traceparent?: string } {
  if (!sending) return none
  const span = trace.getSpanContext(context.active())
  return span ? { traceparent: `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` } : none
}
