// The secrets of an installation: its secret keys, and a signing key for the gateway and every service.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { passwordVariable } from '@lms/events/rights'
import { roleOf, roleUrl, systemRoleOf } from '../database/roles.ts'
import { type HostConfig, systemClock } from '../kernel/config.ts'
import type { TrustedKeys } from '../kernel/token.ts'
import { Vault } from '../kernel/vault.ts'

/**
 * Stored by the platform team (locally: in the data folder). Losing `secretKeys` loses everything encrypted with them.
 */
export interface Installation {
  secretKeys: string
  operatorToken: string
  signing: Record<string, { privateKey: string; publicKey: string }>
}

const es256Pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/** New keys for the gateway and these services. */
export const newInstallation = (services: readonly string[]): Installation => ({
  secretKeys: `k1:${randomBytes(32).toString('base64')}`,
  operatorToken: `lms_operator_${randomBytes(24).toString('hex')}`,
  signing: Object.fromEntries(['gateway', ...services].map(name => [name, es256Pair()])),
})

export { hasNamedStatements, poolSizeOf } from '../kernel/config.ts'
export { withPassword, withSecretFiles } from '../kernel/secret-files.ts'

export const trustedKeysOf = ({ signing }: Installation): TrustedKeys =>
  Object.fromEntries(Object.entries(signing).map(([name, { publicKey }]) => [name, publicKey]))

/** Variables with the passwords of users, for the environment of the NATS server. */
export function busPasswords(
  { secretKeys }: Pick<Installation, 'secretKeys'>,
  users: readonly string[],
): Record<string, string> {
  return Object.fromEntries(users.map(user => [passwordVariable(user), busPassword({ secretKeys }, user)]))
}

/**
 * The password of a user at the NATS server, derived from the installation's secret keys; a valid word of its
 * configuration.
 */
export const busPassword = ({ secretKeys }: Pick<Installation, 'secretKeys'>, user: string) =>
  `nats${new Vault(secretKeys).derive(`bus user ${user}`).toString('hex')}`

export interface ServiceLocation {
  port: number
  /** Postgres as its owner; the addresses of the service's roles are derived from it. */
  ownerUrl: string
  natsUrl: string
  /** Base addresses of all services by name. */
  addresses: Readonly<Record<string, string>>
}

/** The configuration of one service of the installation. */
export function configOf(
  installation: Installation,
  service: string,
  { port, ownerUrl, natsUrl, addresses }: ServiceLocation,
  settings: Partial<HostConfig> = {},
): HostConfig {
  const vault = new Vault(installation.secretKeys)
  const key = installation.signing[service]
  if (!key) throw new Error(`The installation has no signing key for ${service}.`)
  return {
    host: '127.0.0.1',
    port,
    databaseUrl: roleUrl(ownerUrl, roleOf(service), vault),
    systemDatabaseUrl: roleUrl(ownerUrl, systemRoleOf(service), vault),
    natsUrl,
    natsPassword: busPassword(installation, service),
    streamReplicas: 1,
    signing: { name: service, privateKey: key.privateKey },
    trusted: trustedKeysOf(installation),
    serviceAddresses: addresses,
    secretKeys: vault.ringOf(service),
    poolSize: 16,
    namedStatements: true,
    taskSlots: 32,
    logLevel: 'info',
    otlpUrl: null,
    clock: systemClock,
    settings: {},
    ...settings,
  }
}

/** The same as environment variables, for a service in a process of its own; `readConfig` reads them. */
export const environmentOf = (config: HostConfig): Record<string, string> => ({
  LMS_HOST: config.host,
  LMS_PORT: String(config.port),
  LMS_DATABASE_URL: config.databaseUrl,
  LMS_SYSTEM_DATABASE_URL: config.systemDatabaseUrl,
  NATS_URL: config.natsUrl,
  LMS_NATS_PASSWORD: config.natsPassword,
  LMS_STREAM_REPLICAS: String(config.streamReplicas),
  LMS_SIGNING_KEY: config.signing.privateKey,
  LMS_TRUSTED_KEYS: JSON.stringify(config.trusted),
  LMS_SERVICES: JSON.stringify(config.serviceAddresses),
  LMS_SECRET_KEYS: config.secretKeys,
  LMS_POOL_SIZE: String(config.poolSize),
  LMS_TASK_SLOTS: String(config.taskSlots),
  LMS_LOG_LEVEL: config.logLevel,
  ...(config.namedStatements ? {} : { LMS_STATEMENTS: 'unnamed' }),
  ...(config.otlpUrl ? { OTEL_EXPORTER_OTLP_ENDPOINT: config.otlpUrl } : {}),
})
