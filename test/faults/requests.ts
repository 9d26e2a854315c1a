// Requests of a school's integration: bare HTTP, so that a client's view of a fault is tested, too.
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: any
}
export interface ApiRequest {
  method: string
  /** From `/v1` on. */
  path: string
  body?: object | undefined
  idempotencyKey?: string
}
export interface Address {
  /** Where the gateway listens on this machine. */
  port: number
  host: string
  key: string
}

/** The gateway answers within 30 s whatever happens behind it; the rest is for a slow machine. */
const answerWithinMs = 45_000
const agent = new Agent({ headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs, connections: 64 })

/** What must never happen has happened. */
export class Broken extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Broken'
  }
}

/** One request; rejects where the connection breaks. */
export async function send(
  { port, host, key }: Address,
  { method, path, body, idempotencyKey }: ApiRequest,
): Promise<Answer> {
  const response = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: `/api${path}`,
    method: method as 'GET',
    headers: {
      host,
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.body.text()
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) }
}

/**
 * Sends the same request until it is acknowledged. Only answers that tell the client to repeat it are repeated: a
 * broken connection, 503, 429, and 409 while the first try is still running. Any other refusal is Broken.
 */
export async function untilAcknowledged(
  gateway: () => Address,
  request: ApiRequest,
  withinMs = 90_000,
): Promise<Answer & { tries: number }> {
  const until = performance.now() + withinMs
  let last = ''
  for (let tries = 1; performance.now() < until; tries++) {
    const answer = await send(gateway(), request).catch((error: Error) => {
      last = String(error)
      if (/Timeout/.test(error.name))
        throw new Broken(`${request.method} ${request.path} was not answered within its deadline`)
      return null
    })
    if (answer && answer.status < 300) return { ...answer, tries }
    if (answer) {
      last = `${answer.status} ${JSON.stringify(answer.body)}`
      if (!saysComeAgain(answer)) throw new Broken(`${request.method} ${request.path} was answered ${last}`)
    }
    await pause(50 + Math.random() * 100)
  }
  throw new Broken(`${request.method} ${request.path} was not acknowledged in ${withinMs} ms: ${last}`)
}

/** A call of the platform team's API; rejects with the answer if it is none of success. */
export async function askOperator(
  base: string,
  token: string,
  { method, path, body }: { method: string; path: string; body: object },
): Promise<any> {
  const response = await fetch(`${base}/operator/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const saysComeAgain = ({ status, headers, body }: Answer) => {
  const again = status === 503 || status === 429 || body?.error?.reason === 'idempotency_in_progress'
  if (again && !(Number(headers['retry-after']) >= 0)) throw new Broken(`${status} came without Retry-After`)
  return again
}
