// What a service is told by its environment. Read once at start; anything missing is said all at once.
import type { SigningKey, TrustedKeys } from './token.ts'

export interface HostConfig {
  host: string
  port: number
  /** Postgres under the service's own role, which neither owns the tables nor bypasses row security. */
  databaseUrl: string
  /** Postgres under the role of the workers that cross schools: granted only the queue tables. */
  systemDatabaseUrl: string
  natsUrl: string
  /** Of the service's user at the NATS server, which has the service's name. */
  natsPassword: string
  streamReplicas: number
  signing: SigningKey
  trusted: TrustedKeys
  /** Base addresses of the sibling services by name. */
  siblings: Readonly<Record<string, string>>
  /** The service's own key ring `id:base64,…` for secrets at rest. */
  secretKeys: string
  poolSize: number
  /** Tasks that this process runs at a time; 0 for one that leaves them to others. */
  taskSlots: number
  /** Milliseconds that Postgres has to answer; longer than it lets a statement run, shorter than the gateway waits. */
  databaseAnswerMs?: number
  /** Milliseconds that a statement of a list may run. */
  databaseListMs?: number
  logLevel: string
  /** Where spans go (OTLP over HTTP); null where nowhere. */
  otlpUrl: string | null
  clock: Clock
  /** Settings of one service alone, by environment name. */
  settings: Readonly<Record<string, string | undefined>>
}

/** A variable of the environment that a service reads besides those of every service. Empty is the same as not set. */
export interface Setting {
  readonly name: `LMS_${string}`
  /** What it is for, as a sentence. */
  readonly about: string
  readonly example: string
}

/** The settings of services that send mail. */
export const mailSettings: readonly Setting[] = [
  {
    name: 'LMS_SMTP_URL',
    about:
      'The address of the mail server. Without one the platform sends no notices, and people cannot change their own e-mail.',
    example: 'smtp://user:password@mail.example:587',
  },
  { name: 'LMS_MAIL_FROM', about: 'The sender of mails.', example: 'lms@mail.example' },
]

export interface Clock {
  now(): Date
  /** Milliseconds of a clock that never goes back, by which the relay's patience goes; the process's own by default. */
  elapsed?(): number
}
export const systemClock: Clock = { now: () => new Date() }

/** The configuration of a service from `LMS_…` variables; throws one error that names all that is missing. */
export function readConfig(service: string, env: NodeJS.ProcessEnv = process.env): HostConfig {
  const missing: string[] = []
  const need = (name: string) => {
    const value = env[name]
    if (!value) missing.push(name)
    return value ?? ''
  }
  const config: HostConfig = {
    host: env.LMS_HOST ?? '127.0.0.1',
    port: Number(need('LMS_PORT')),
    databaseUrl: need('LMS_DATABASE_URL'),
    systemDatabaseUrl: need('LMS_SYSTEM_DATABASE_URL'),
    natsUrl: need('NATS_URL'),
    natsPassword: need('LMS_NATS_PASSWORD'),
    streamReplicas: Number(env.LMS_STREAM_REPLICAS ?? 1),
    // Environment files hold a value in one line: there the line breaks of a PEM are written `\n`.
    signing: { name: service, privateKey: need('LMS_SIGNING_KEY').replaceAll('\\n', '\n') },
    trusted: readJson(need('LMS_TRUSTED_KEYS'), 'LMS_TRUSTED_KEYS'),
    siblings: readJson(need('LMS_SERVICES'), 'LMS_SERVICES'),
    secretKeys: need('LMS_SECRET_KEYS'),
    poolSize: Number(env.LMS_POOL_SIZE ?? 16),
    taskSlots: Number(env.LMS_TASK_SLOTS ?? 32),
    logLevel: env.LMS_LOG_LEVEL ?? 'info',
    otlpUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    clock: systemClock,
    settings: env,
  }
  if (missing.length) throw new Error(`${service} cannot start: set ${missing.join(', ')}.`)
  return config
}

function readJson(text: string, name: string) {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    throw new Error(`${name} must be JSON.`)
  }
}
