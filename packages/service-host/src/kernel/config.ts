// The configuration of a service, from its environment. Read once at start; one error names all missing variables.
import { withPassword, withSecretFiles } from './secret-files.ts'
import type { SigningKey, TrustedKeys } from './token.ts'

export interface HostConfig {
  host: string
  port: number
  /** Postgres under the service's own role, which neither owns the tables nor bypasses row-level security. */
  databaseUrl: string
  /** Postgres under the role of the workers across schools, with grants on the queue tables only. */
  systemDatabaseUrl: string
  natsUrl: string
  /** The password of the service's user at the NATS server; the user has the service's name. */
  natsPassword: string
  streamReplicas: number
  signing: SigningKey
  trusted: TrustedKeys
  /** Base addresses of the other services, by name. */
  serviceAddresses: Readonly<Record<string, string>>
  /** The service's own key ring `id:base64,…` for stored secrets. */
  secretKeys: string
  poolSize: number
  /** Whether statements are prepared under names, or parsed each time (`LMS_STATEMENTS=unnamed`). */
  namedStatements: boolean
  /** The number of tasks that this process runs at a time; 0 leaves them to other processes. */
  taskSlots: number
  /** Milliseconds that Postgres has to answer; longer than its statement timeout, shorter than the gateway waits. */
  databaseAnswerMs?: number
  /** Maximum milliseconds of a list statement. */
  databaseListMs?: number
  logLevel: string
  /** The receiver of spans (OTLP over HTTP); null for none. */
  otlpUrl: string | null
  clock: Clock
  /** Settings of this service only, by variable. */
  settings: Readonly<Record<string, string | undefined>>
}

/** A variable of one service, besides those of every service. Empty means not set. */
export interface Setting {
  readonly name: `LMS_${string}`
  /** Its purpose, as a sentence. */
  readonly about: string
  readonly example: string
  /** Throws if a value is of no use: then the service does not start. */
  readonly check?: (value: string) => void
  /** What it is in a container unless told, and the volume that this may need: `name:/folder`. */
  readonly container?: { readonly value: string; readonly volume?: string }
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

/** The setting of services that make links to pages of a school. */
export const siteUrlSetting: Setting = {
  name: 'LMS_SITE_URL',
  about: 'The address that links to pages of a school lead to; {domain} is the school’s.',
  example: 'https://{domain}',
}

/** `{site_url}` of a school at its domain. */
export const siteUrlAt = (domain: string, { settings }: Pick<HostConfig, 'settings'>): string =>
  (settings.LMS_SITE_URL || siteUrlSetting.example).replace('{domain}', domain)

/** Throws if one of these settings has a value of no use. */
export function checkSettings(settings: readonly Setting[], config: Pick<HostConfig, 'settings'>): void {
  for (const { name, check } of settings) {
    const value = config.settings[name]
    if (value) check?.(value)
  }
}

export interface Clock {
  now(): Date
  /** Milliseconds of a monotonic clock for the relay's waits; default: the process's own. */
  elapsed?(): number
}
export const systemClock: Clock = { now: () => new Date() }

/**
 * The configuration of a service from `LMS_…` variables, or the files that `LMS_…_FILE` name; throws one error that names
 * all missing ones.
 */
export function readConfig(service: string, variables: NodeJS.ProcessEnv = process.env): HostConfig {
  const env = withSecretFiles(variables)
  // Empty means not set.
  const readOptional = (name: string) => env[name] || undefined
  const missing: string[] = []
  const need = (name: string) => {
    const value = env[name]
    if (!value) missing.push(name)
    return value ?? ''
  }
  const config: HostConfig = {
    host: readOptional('LMS_HOST') ?? '127.0.0.1',
    port: Number(need('LMS_PORT')),
    databaseUrl: withPassword(need('LMS_DATABASE_URL'), readOptional('LMS_DATABASE_PASSWORD')),
    systemDatabaseUrl: withPassword(
      need('LMS_SYSTEM_DATABASE_URL'),
      readOptional('LMS_SYSTEM_DATABASE_PASSWORD'),
    ),
    natsUrl: need('NATS_URL'),
    natsPassword: need('LMS_NATS_PASSWORD'),
    streamReplicas: Number(readOptional('LMS_STREAM_REPLICAS') ?? 1),
    // Environment files have values of one line: there the line breaks of a PEM are written ` `.
    signing: { name: service, privateKey: need('LMS_SIGNING_KEY').replaceAll('\\n', '\n') },
    trusted: readJson(need('LMS_TRUSTED_KEYS'), 'LMS_TRUSTED_KEYS'),
    serviceAddresses: readJson(need('LMS_SERVICES'), 'LMS_SERVICES'),
    secretKeys: need('LMS_SECRET_KEYS'),
    poolSize: poolSizeOf(env),
    namedStatements: hasNamedStatements(env),
    taskSlots: Number(readOptional('LMS_TASK_SLOTS') ?? 32),
    logLevel: readOptional('LMS_LOG_LEVEL') ?? 'info',
    otlpUrl: readOptional('OTEL_EXPORTER_OTLP_ENDPOINT') ?? null,
    clock: systemClock,
    settings: env,
  }
  if (missing.length) throw new Error(`${service} cannot start: set ${missing.join(', ')}.`)
  if (!Number.isInteger(config.taskSlots) || config.taskSlots < 0)
    throw new Error('LMS_TASK_SLOTS must be a whole number from 0.')
  return config
}

/** `LMS_STATEMENTS`: `named` (the default) or `unnamed`, behind a pooler in transaction mode that knows no names. */
export function hasNamedStatements({ LMS_STATEMENTS: value = 'named' }: NodeJS.ProcessEnv): boolean {
  if (value !== 'named' && value !== 'unnamed') throw new Error('LMS_STATEMENTS must be named or unnamed.')
  return value === 'named'
}

/** Connections for the requests of a service: `LMS_POOL_SIZE`, by default 16, of which one school gets half at most. */
export function poolSizeOf(env: NodeJS.ProcessEnv): number {
  const size = Number(env.LMS_POOL_SIZE || 16)
  if (!Number.isInteger(size) || size < 2) throw new Error('LMS_POOL_SIZE must be a whole number from 2.')
  return size
}

function readJson(text: string, name: string) {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    throw new Error(`${name} must be JSON.`)
  }
}
