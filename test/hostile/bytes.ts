// A request as the bytes on the wire.
import { flooded } from './headers.ts'
import type { BodyPlan, HostileRequest } from './requests.ts'
import { filledIn, type Side, type World } from './world.ts'

/** How a request is sent: the bytes, and what is known of them. */
export interface Sent {
  bytes: Buffer
  method: string
  /** The request target, as sent. */
  target: string
  /** Bytes of the request line and the headers; the gateway reads 16 KiB of them. */
  headBytes: number
}

/** Writes a request to an operation of ours, or to nothing. */
export function bytesOf(world: World, request: HostileRequest, at: { method: string; path: string }): Sent {
  const { ours } = world
  const example = request.operation ? world[request.whose].examples.get(request.operation) : undefined
  const names = [...at.path.matchAll(/\{(\w+)\}/g)]
  const path = names.reduce((text, [brace, name], index) => {
    const value = request.path[index] ?? encodeURIComponent(example?.path?.[name!] ?? 'none')
    return text.replace(brace, () => value)
  }, at.path)
  const target = filledIn(world, path + request.query)
  const acting: [string, string][] = example?.onBehalfOf ? [['x-on-behalf-of', example.onBehalfOf]] : []
  const body = bodyOf(world, request.body, example?.body, request.operation !== null)
  const headers = [
    ...acting,
    ...request.headers.flatMap(flooded).map(([name, value]) => [name, filledIn(world, value)] as const),
  ]
  const head = headOf(ours, at.method, target, headers, body, request.chunked)
  return {
    bytes: Buffer.concat([head, body && request.chunked ? chunksOf(body) : (body ?? Buffer.alloc(0))]),
    method: at.method,
    target,
    headBytes: head.length,
  }
}

function headOf(
  { host, key }: Side,
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer | null,
  chunked: boolean,
): Buffer {
  const headerNames = new Set(headers.map(([name]) => name))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headerNames.has('host') ? [] : [`host: ${host}`]),
    ...(headerNames.has('authorization') ? [] : [`authorization: Bearer ${key}`]),
    ...(body && !headerNames.has('content-type') ? ['content-type: application/json'] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`] : []),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const chunkSize = 1000
function chunksOf(body: Buffer): Buffer {
  const parts: Buffer[] = []
  // A large body is sent in large pieces: the test is about framing, not patience.
  const size = Math.max(chunkSize, Math.ceil(body.length / 20))
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

function bodyOf(world: World, plan: BodyPlan | null, example: unknown, isCall: boolean): Buffer | null {
  if (!plan) return isCall && example !== undefined ? Buffer.from(JSON.stringify(example)) : null
  if (plan.kind === 'raw') return Buffer.from(filledIn(world, plan.bytes), 'latin1')
  const body = { ...(example as object), ...plan.set }
  const text = plan.kind === 'fields' ? JSON.stringify(body) : mutatedJson(body, plan)
  return Buffer.from(filledIn(world, text))
}

/** The JSON of a value with one place changed; places are counted as they are written. */
function mutatedJson(value: unknown, plan: Extract<BodyPlan, { kind: 'mutated' }>): string {
  const aim = plan.at % placesIn(value)
  let position = -1
  const write = (one: unknown): string | null => {
    const here = ++position === aim
    if (here && plan.how === 'replace') return plan.json
    if (here && plan.how === 'remove' && aim > 0) return null
    if (typeof one !== 'object' || one === null) return here ? plan.json : JSON.stringify(one)
    if (Array.isArray(one)) {
      const items = one.map(write).filter(item => item !== null)
      return `[${[...items, ...(here ? [plan.json] : [])].join(',')}]`
    }
    const entries = Object.entries(one).flatMap(([name, inner]) => {
      const text = write(inner)
      return text === null ? [] : [`${JSON.stringify(name)}:${text}`]
    })
    const key = plan.how === 'double' ? (Object.keys(one).at(-1) ?? plan.key) : plan.key
    return `{${[...entries, ...(here ? [`${JSON.stringify(key)}:${plan.json}`] : [])].join(',')}}`
  }
  return write(value) ?? plan.json
}

const placesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + placesIn(inner), 1)
    : 1
