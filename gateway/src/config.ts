// The configuration of the gateway, from its environment. Read once at start; one error names all missing variables.
import { type Clock, type SigningKey, systemClock, withSecretFiles } from '@lms/service-host/front'
import type { ProxyBounds } from './http/proxy.ts'
import type { SharesOptions } from './limits/shares.ts'
import type { Rate } from './limits/token-bucket.ts'
import { type Operator, readOperators } from './operator/operators.ts'

/** A text served at `{site_url}<path>`: the API document and its page. */
export interface Document {
  type: string
  body: string
}

export interface GatewayConfig {
  /** The address of the schools' API; without a host on every interface. */
  port: number
  host?: string
  /** The address of the platform team's API. */
  operatorPort: number
  operatorHost?: string
  /** The token of the first operator, who may do everything. */
  operatorToken: string
  /** Operators with tokens of their own. */
  operators?: readonly Operator[]
  /** The port of 127.0.0.1 on which mails are caught that nobody is to get; null for none. */
  mailPort?: number | null
  natsUrl: string
  /** The password of the user `gateway` at the NATS server. */
  natsPassword: string
  streamReplicas?: number
  /** The signing key with the name `gateway`. */
  signing: SigningKey
  /** Base addresses of the services, by name. */
  services: Readonly<Record<string, string>>
  /** Networks (CIDR) of trusted proxies, whose X-Forwarded-* is used. */
  trustedProxies?: readonly string[]
  logLevel?: string
  otlpUrl?: string | null
  clock?: Clock
  documents?: Readonly<Record<string, Document>>
  /** The pages of the documentation, by their paths; none without it. */
  guides?: (path: string) => Promise<Document | null>
  /** The rate of requests without a valid key, per address. */
  guestLimit?: Rate
  /**
   * Milliseconds: for a client to send the headers and the whole request, to connect to a service, for its answer, and
   * to finish running requests at the end.
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

/** The bounds of shared resources, in all and for one caller: a key in a network. */
export interface Bounds extends ProxyBounds {
  /** Connections, by network. */
  readonly connections: SharesOptions
  /** Listeners of rooms, by school and network. */
  readonly listeners: SharesOptions
  /** Downloads by signed links in progress, by network. */
  readonly downloads: SharesOptions
  /** Files of the storage in progress, up and down, by network. */
  readonly files: SharesOptions
  /** Callbacks in progress, of payments, messages and video, by network. */
  readonly callbacks: SharesOptions
  /** Pages being fetched from the site service, by network. */
  readonly pages: SharesOptions
  /** Maximum bytes of kept pages. */
  readonly pageBytes: number
}

const mebibyte = 1024 * 1024
const defaultBounds: Bounds = {
  connections: { all: 30_000, each: 1000 },
  places: { all: 1000, each: 128 },
  streams: { all: 64, each: 4 },
  listeners: { all: 20_000, each: 500 },
  downloads: { all: 16, each: 2 },
  files: { all: 512, each: 64 },
  callbacks: { all: 64, each: 16 },
  pages: { all: 64, each: 8 },
  pageBytes: 64 * mebibyte,
  bytes: { all: 64 * mebibyte, each: 8 * mebibyte },
  pace: { graceMs: 10_000, bytesPerSecond: 8 * 1024 },
}

/** The configuration with its defaults. */
export const complete = (config: GatewayConfig) => ({
  host: undefined,
  operatorHost: '127.0.0.1',
  mailPort: null,
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

/**
 * The configuration from `LMS_…` variables, or the files that `LMS_…_FILE` name; throws one error that names all missing
 * or invalid ones.
 */
export function readGatewayConfig(variables: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const env = withSecretFiles(variables)
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
    operators: readOperators(env.LMS_OPERATORS ?? '', faults),
    mailPort: env.LMS_MAIL_CATCHER_PORT ? port('LMS_MAIL_CATCHER_PORT', 0) : null,
    natsUrl: need('NATS_URL'),
    natsPassword: need('LMS_NATS_PASSWORD'),
    streamReplicas: Number(env.LMS_STREAM_REPLICAS || 1),
    // Environment files have values of one line: there the line breaks of a PEM are written ` `.
    signing: { name: 'gateway', privateKey: need('LMS_SIGNING_KEY').replaceAll('\\n', '\n') },
    services: readAddresses(need('LMS_SERVICES'), faults),
    trustedProxies: (env.LMS_TRUSTED_PROXIES ?? '').split(/[\s,]+/).filter(Boolean),
    logLevel: env.LMS_LOG_LEVEL || 'info',
    otlpUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT || null,
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
