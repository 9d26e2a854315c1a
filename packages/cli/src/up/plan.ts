// The addresses and the environment of each part of the system.
import {
  busPassword,
  configOf,
  environmentOf,
  hasNamedStatements,
  type Installation,
  poolSizeOf,
} from '@lms/service-host/installation'
import { serviceNames, services } from '../services.ts'
import type { ChildSpec } from './child.ts'
import type { Folder } from './folder.ts'
import { logPath } from './logs.ts'
import type { UpOptions } from './options.ts'

export interface Plan {
  options: UpOptions
  folder: Folder
  /** The address that the gateway listens on. */
  host: string
  installation: Installation
  /** The port of each service on 127.0.0.1. */
  ports: Readonly<Record<string, number>>
  /** The owner's address of each service's database. */
  databases: Readonly<Record<string, string>>
  natsUrl: string
  /** The port on which the gateway catches mails; null where the environment names a mail server. */
  mailPort: number | null
}

const gatewayMain = new URL('main.ts', import.meta.resolve('@lms/gateway'))
const singleMain = new URL('single.ts', import.meta.url)
/** What the processes run. */
export const programs: readonly URL[] = [gatewayMain, singleMain, ...services.map(({ main }) => main)]

const addressesOf = ({ ports }: Plan) =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}`]))

/** The addresses of the processes' metrics, as Prometheus reads them from a file. */
export const targetsOf = ({ ports, options }: Plan) => [
  {
    targets: [...Object.values(ports), options.operatorPort].map(port => `127.0.0.1:${port}`),
    labels: { job: 'lms' },
  },
]

const logLevel = () => process.env.LMS_LOG_LEVEL ?? 'info'

/** The environment of one service. */
export function serviceEnvironment(plan: Plan, name: string): Record<string, string> {
  const location = {
    port: plan.ports[name]!,
    ownerUrl: plan.databases[name]!,
    natsUrl: plan.natsUrl,
    addresses: addressesOf(plan),
  }
  const poolSize = poolSizeOf(process.env)
  const settings = {
    logLevel: logLevel(),
    poolSize,
    namedStatements: hasNamedStatements(process.env),
    otlpUrl: process.env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  }
  return {
    ...environmentOf(configOf(plan.installation, name, location, settings)),
    // Links to pages of a school lead to this machine's gateway.
    LMS_SITE_URL: process.env.LMS_SITE_URL ?? `http://{domain}:${plan.options.port}`,
    ...mailSettings(plan),
    // A local installation sends to receivers on this machine, but to no other private address.
    ...(name === 'webhooks' ? { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } : {}),
    ...(name === 'site' ? siteSettings(plan) : {}),
    // The agent reads the school's API as every client does.
    ...(name === 'users' ? { LMS_GATEWAY_URL: `http://127.0.0.1:${plan.options.port}` } : {}),
  }
}

/** Without a mail server of one's own nothing leaves this machine. */
const mailSettings = ({ mailPort }: Plan): Record<string, string> =>
  mailPort === null
    ? {}
    : {
        LMS_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        LMS_MAIL_FROM: process.env.LMS_MAIL_FROM || 'mail@localhost',
      }

const siteSettings = ({ folder }: Plan) => ({
  // Names of this machine have no DNS record that could prove them.
  LMS_LOCAL_DOMAINS: '1',
  LMS_STORAGE: process.env.LMS_STORAGE || `disk:${folder.files}`,
})

/** The environment of the gateway. */
export function gatewayEnvironment(plan: Plan): Record<string, string> {
  const { installation, options, host, natsUrl, mailPort } = plan
  return {
    LMS_HOST: host,
    LMS_PORT: String(options.port),
    LMS_OPERATOR_PORT: String(options.operatorPort),
    NATS_URL: natsUrl,
    LMS_NATS_PASSWORD: busPassword(installation, 'gateway'),
    LMS_SIGNING_KEY: installation.signing.gateway!.privateKey,
    LMS_SERVICES: JSON.stringify(addressesOf(plan)),
    LMS_OPERATOR_TOKEN: installation.operatorToken,
    LMS_LOG_LEVEL: logLevel(),
    ...(mailPort !== null && { LMS_MAIL_CATCHER_PORT: String(mailPort) }),
  }
}

/** Every service as a process of its own. */
export const serviceChildren = (plan: Plan): ChildSpec[] =>
  services.map(({ name, main }) => ({
    name,
    main,
    env: serviceEnvironment(plan, name),
    log: logPath(plan.folder, name),
    readyUrl: `http://127.0.0.1:${plan.ports[name]}/readyz`,
  }))

export const gatewayChild = (plan: Plan): ChildSpec => ({
  name: 'gateway',
  main: gatewayMain,
  env: gatewayEnvironment(plan),
  log: logPath(plan.folder, 'gateway'),
  readyUrl: gatewayReadyUrl(plan),
})

/** The platform team's listener opens together with the schools', and reports when all services are healthy. */
const gatewayReadyUrl = ({ options }: Plan) => `http://127.0.0.1:${options.operatorPort}/readyz`

/** All services and the gateway in one process. */
export const singleChild = (plan: Plan): ChildSpec => ({
  name: 'single',
  main: singleMain,
  env: {
    LMS_SINGLE: JSON.stringify({
      services: Object.fromEntries(serviceNames.map(name => [name, serviceEnvironment(plan, name)])),
      gateway: gatewayEnvironment(plan),
    }),
  },
  log: logPath(plan.folder, 'single'),
  readyUrl: gatewayReadyUrl(plan),
})
