// A receiver of OTLP over HTTP, as a collector is one: it takes the JSON form of ExportTraceServiceRequest
// (opentelemetry.io/docs/specs/otlp) and keeps the spans.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty of the first span of a trace. */
  parentSpanId: string
  name: string
  kind: number
  /** `service.name` of the resource, also where several services run in one process. */
  service: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  /** 2 of a failed one. */
  statusCode: number
  /** Nanoseconds. */
  start: bigint
  end: bigint
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** What came and was no export in JSON. */
  faults: string[]
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean }
}
interface ExportedSpan extends Omit<ReceivedSpan, 'attributes' | 'service' | 'statusCode' | 'start' | 'end'> {
  attributes: Attribute[]
  status?: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: ExportedSpan[] }[]
  }[]
}

export async function startCollector(): Promise<Collector> {
  const collector: Collector = { url: '', spans: [], faults: [], close: async () => {} }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const type = request.headers['content-type']
      if (request.method !== 'POST' || request.url !== '/v1/traces' || type !== 'application/json')
        collector.faults.push(`${request.method} ${request.url} ${type}`)
      else collector.spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString())))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  collector.close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(() => resolve()))
  }
  return collector
}

const spansOf = ({ resourceSpans }: ExportRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, startTimeUnixNano, endTimeUnixNano, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId ?? '',
        links: span.links ?? [],
        service: resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '',
        attributes: Object.fromEntries(
          attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
        ),
        statusCode: status?.code ?? 0,
        start: BigInt(startTimeUnixNano),
        end: BigInt(endTimeUnixNano),
      })),
    ),
  )
