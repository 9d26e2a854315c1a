// A gateway in front of a test system, and schools created through its platform team's API.
import { request } from 'node:http'
import { type ClientOf, clientOf, fillPath, type Resource } from '@lms/contract'
import { type GatewayConfig, type RunningGateway, startGateway } from '@lms/gateway'
import { Limits } from '@lms/site/contract'
import { eventually } from './eventually.ts'
import { ownerUrl } from './owner.ts'
import { type TestSystem, testLogLevel } from './system.ts'
import type { Up } from './up.ts'

/** Limits that are out of the way of a test. */
export const wideLimits = Object.fromEntries(Object.keys(Limits.shape).map(name => [name, 1_000_000]))

export interface GatewayCall {
  /** The school's key. */
  key?: string
  /** The school's host name, for the Host header. */
  host: string
  /** Sent as JSON; a string and bytes are sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
}
export interface GatewayAnswer {
  status: number
  headers: Record<string, string>
  /** The body of the answer: parsed JSON, anything else as text. */
  body: any
}

/** What a call answers that draws a document: on a busy machine that takes longer than the gateway waits for it. */
export const documentBy = (call: () => Promise<GatewayAnswer>): Promise<GatewayAnswer> =>
  eventually('the document', async () => {
    const answer = await call()
    return answer.status !== 503 && answer
  })

export interface GatewaySchool {
  schoolId: string
  host: string
  /** An owner's integration key with all permissions. */
  key: string
}

/** Both listeners of a running gateway. */
export interface Gateway {
  /** `http://127.0.0.1:<port>`: the schools' API; the Host header names the school. */
  baseUrl: string
  operatorUrl: string
  operatorToken: string
  /** The database as its owner. */
  ownerUrl: string
  /** One request to the schools' API: `call('GET', '/api/v1/users', { host, key })`. */
  call(method: string, path: string, options: GatewayCall): Promise<GatewayAnswer>
  /** A request to the API of a school that has to succeed; gives the body: `done(school, 'GET', '/users')`. */
  done(school: Omit<GatewaySchool, 'schoolId'>, method: string, path: string, body?: object): Promise<any>
  /** Sends a form of a page, as a browser does. */
  sendForm(
    host: string,
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<GatewayAnswer>
  /** One request to the platform team's API: `operator('GET', '/schools')`. */
  operator(method: string, path: string, body?: unknown, token?: string): Promise<GatewayAnswer>
  /** A typed client of a school, through the gateway. */
  client<T extends Record<string, Resource>>(
    resources: T,
    school: Omit<GatewaySchool, 'schoolId'>,
  ): ClientOf<T>
}
export interface TestGateway extends Gateway {
  running: RunningGateway
  stop(): Promise<void>
}

/** Starts a gateway in front of the services of a system (at least `users` and `site`); a system may have several. */
export async function startTestGateway(
  system: TestSystem,
  settings: Partial<GatewayConfig> = {},
): Promise<TestGateway> {
  const operatorToken = system.installation.operatorToken
  const port = takePort(system)
  const running = await startGateway({
    host: '127.0.0.1',
    port,
    operatorPort: 0,
    operatorToken,
    natsUrl: system.servers.nats.url,
    natsPassword: system.servers.natsPassword('gateway'),
    signing: { name: 'gateway', privateKey: system.installation.signing.gateway!.privateKey },
    services: system.addresses,
    logLevel: testLogLevel,
    clock: Object.values(system.configs)[0]!.clock,
    ...settings,
  })
  const { ownerUrl } = system
  return { ...gatewayAt({ ...running, operatorToken, ownerUrl }), running, stop: running.stop }
}

const usedSystems = new WeakSet<TestSystem>()
/** The port where the services expect a gateway; any port for a second one. */
function takePort(system: TestSystem): number {
  if (usedSystems.has(system)) return 0
  usedSystems.add(system)
  return system.gatewayPort
}

/** The gateway of a system that runs under `lms up`. */
export function gatewayOf({ ready, folder, installation }: Up): Gateway {
  const port = (url: string) => Number(new URL(url).port)
  return gatewayAt({
    port: port(ready.base_url),
    operatorPort: port(ready.operator_url),
    operatorToken: installation.operatorToken,
    ownerUrl: ownerUrl(folder),
  })
}

/** The gateway on these ports of this machine. */
function gatewayAt({
  port,
  operatorPort,
  operatorToken,
  ownerUrl,
}: {
  port: number
  operatorPort: number
  operatorToken: string
  ownerUrl: string
}): Gateway {
  const call = (method: string, path: string, { key, ...rest }: GatewayCall) =>
    send(port, method, path, rest, key)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    operatorToken,
    ownerUrl,
    call,
    done: async ({ host, key }, method, path, body) => {
      const answer = await call(method, `/api/v1${path}`, { host, key, body })
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    sendForm: (host, path, fields, headers = {}) =>
      call('POST', path, {
        host,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    operator: (method, path, body, token = operatorToken) =>
      send(operatorPort, method, `/operator/v1${path}`, { host: 'localhost', body }, token),
    client: (resources, { host, key }) =>
      clientOf(resources, async ({ method, path, headers, body }) => {
        const answer = await call(method, `/api${path}`, { host, key, headers, body })
        return { ...answer, body: JSON.stringify(answer.body) }
      }),
  }
}

let schoolCount = 0
/** A new school with a host of its own and an owner's key. */
export async function newSchool(
  gateway: Gateway,
  name = 'School',
  host = hostOf(++schoolCount),
): Promise<GatewaySchool> {
  const school = await gateway.operator('POST', '/schools', { name, domains: [host] })
  if (school.status !== 201) throw new Error(`The school was not made: ${JSON.stringify(school.body)}`)
  const path = fillPath('/schools/{id}/keys', { id: school.body.id })
  const key = await gateway.operator('POST', path, {
    name: 'owner',
    role: 'owner',
    kind: 'integration',
    scope: ['*'],
  })
  return { schoolId: school.body.id, host, key: key.body.api_key }
}

// Each test file has a system of its own, so a counter is unique enough.
const hostOf = (number: number) => `school-${number}.example`

/** node:http, because `fetch` does not allow a Host header. */
function send(
  port: number,
  method: string,
  path: string,
  { host, body, headers = {} }: Omit<GatewayCall, 'key'>,
  token: string | undefined,
): Promise<GatewayAnswer> {
  const isPlain = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const text = isPlain ? body : JSON.stringify(body)
  const all: Record<string, string | number> = {
    host,
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: all, timeout: 150_000 },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string>,
            body: readBody(Buffer.concat(chunks), answer.headers['content-type']),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered within 150 s`)))
    sent.on('error', reject)
    sent.end(text)
  })
}

/** JSON, or text; the bytes of a PDF. */
function readBody(bytes: Buffer, type: string | undefined): unknown {
  if (type === 'application/pdf') return bytes
  const text = bytes.toString()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
