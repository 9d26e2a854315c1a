// What the gateway is told by its environment. Read once at start; anything missing is said all at once.
import { type Clock, type SigningKey, systemClock } from '@lms/service-host/front'
import type { ProxyBounds } from './http/proxy.ts'
import type { SharesOptions } from './limits/shares.ts'
import type { Rate } from './limits/token-bucket.ts'

/** A text served at `{site_url}<path>`: the API document and its page. */
export interface Document {
  type: string
  body: string
}

export interface GatewayConfig {
  /** Where schools are served; without a host on every interface. */
  port: number
  host?: string
  /** Where the platform team's door stands. */
  operatorPort: number
  operatorHost?: string
  operatorToken: string
  natsUrl: string
  /** Of the user `gateway` at the NATS server. */
  natsPassword: string
  streamReplicas?: number
  /** The key under the name `gateway`. */
  signing: SigningKey
  /** Base addresses of the services by name. */
  services: Readonly<Record<string, string>>
  /** Networks (CIDR) of proxies whose X-Forwarded-* is believed. */
  trustedProxies?: readonly string[]
  logLevel?: string
  otlpUrl?: string | null
  clock?: Clock
  documents?: Readonly<Record<string, Document>>
  /** Requests without a valid key, per address. */
  guestLimit?: Rate
  /**
   * Milliseconds: a client's sending of the headers and of the whole request, a connection to a service, an answer of
   * it, finishing what runs at the end.
   */
  deadlines?: Partial<Deadlines>
  bounds?: Partial<Bounds>
}

export interface Deadlines {
  headMs: number
  requestMs: number
  connectMs: number
  answerMs: number
  drainMs: number
}

/** How much of what all share there is, and how much of it one caller may hold: a key in a network. */
export interface Bounds extends ProxyBounds {
  /** Connections, by network. */
  readonly connections: SharesOptions
  /** Files of signed links on their way out, by network. */
  readonly downloads: SharesOptions
}

const mebibyte = 1024 * 1024
const defaultBounds: Bounds = {
  connections: { all: 10_000, each: 1000 },
  places: { all: 1000, each: 128 },
  streams: { all: 64, each: 4 },
  downloads: { all: 16, each: 2 },
  bytes: { all: 64 * mebibyte, each: 8 * mebibyte },
  pace: { graceMs: 10_000, bytesPerSecond: 8 * 1024 },
}

/** The configuration with its defaults. */
export const complete = (config: GatewayConfig) => ({
  host: undefined,
  operatorHost: '127.0.0.1',
  streamReplicas: 1,
  trustedProxies: [],
  logLevel: 'info',
  otlpUrl: null,
  clock: systemClock,
  documents: {},
  guestLimit: { rate: 100, burst: 1000 },
  ...config,
  deadlines: {
    headMs: 15_000,
    requestMs: 60_000,
    connectMs: 2000,
    answerMs: 30_000,
    drainMs: 10_000,
    ...config.deadlines,
  },
  bounds: { ...defaultBounds, ...config.bounds },
})
export type CompleteConfig = ReturnType<typeof complete>

/** The configuration from `LMS_…` variables; throws one error that names all that is missing or unreadable. */
export function readGatewayConfig(env: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const faults: string[] = []
  const need = (name: string) => {
    const value = env[name]
    if (!value) faults.push(`set ${name}`)
    return value ?? ''
  }
  const port = (name: string, fallback: number) => {
    const value = env[name] ? Number(env[name]) : fallback
    if (!Number.isInteger(value) || value < 0 || value > 65_535) faults.push(`${name} must be a port`)
    return value
  }
  const config: GatewayConfig = {
    port: port('LMS_PORT', 8080),
    operatorPort: port('LMS_OPERATOR_PORT', 8081),
    operatorToken: need('LMS_OPERATOR_TOKEN'),
    natsUrl: need('NATS_URL'),
    natsPassword: need('LMS_NATS_PASSWORD'),
    streamReplicas: Number(env.LMS_STREAM_REPLICAS ?? 1),
    // Environment files hold a value in one line: there the line breaks of a PEM are written `\n`.
    signing: { name: 'gateway', privateKey: need('LMS_SIGNING_KEY').replaceAll('\\n', '\n') },
    services: readAddresses(need('LMS_SERVICES'), faults),
    trustedProxies: (env.LMS_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel: env.LMS_LOG_LEVEL ?? 'info',
    otlpUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    ...(env.LMS_HOST ? { host: env.LMS_HOST } : {}),
    ...(env.LMS_OPERATOR_HOST ? { operatorHost: env.LMS_OPERATOR_HOST } : {}),
  }
  if (faults.length) throw new Error(`The gateway cannot start: ${faults.join('; ')}.`)
  return config
}

function readAddresses(text: string, faults: string[]): Record<string, string> {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    faults.push('LMS_SERVICES must be JSON: {"users": "http://…"}')
    return {}
  }
}
