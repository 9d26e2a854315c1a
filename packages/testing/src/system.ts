// A whole system in one process: the given services on real Postgres and NATS, and callers that use a service directly
// with the gateway's tokens. Tests of the gateway start it in front.
import { join } from 'node:path'
import { type Caller, type ClientOf, clientOf, type Id, newId, type Resource } from '@lms/contract'
import { type Bus, connectBus, operatorUser } from '@lms/events'
import { freePorts } from '@lms/local'
import {
  type Clock,
  configOf,
  type HostConfig,
  type Installation,
  makeServiceClient,
  newInstallation,
  type RunningService,
  runService,
  type Service,
  serviceTransport,
  systemClock,
  TokenSigner,
  tokenHeader,
} from '@lms/service-host'
import { asOwner, databaseUrl } from './owner.ts'
import { pooler, startPooler } from './pooler.ts'
import { migratedDatabase, splitDatabases } from './prepared-database.ts'
import { randomHex } from './random.ts'
import { type Servers, startServers } from './servers.ts'

/** Most tests cause errors on purpose, so nothing is logged unless this variable asks for it (`LMS_TEST_LOG_LEVEL=error`). */
export const testLogLevel = process.env.LMS_TEST_LOG_LEVEL ?? 'silent'

export interface SystemOptions {
  services: readonly Service[]
  clock?: Clock
  /** Servers of the test's own, which it kills and restarts; by default new ones. */
  servers?: Servers
  settings?: Partial<HostConfig>
}

export interface TestSystem {
  servers: Servers
  /** The bus for the test, with all permissions. */
  bus: Bus
  clock: Clock
  installation: Installation
  /** Postgres as its owner, in this system's own database; with a database for each service there is none. */
  ownerUrl: string
  addresses: Record<string, string>
  /** The port where the services expect a gateway; the first one that is started takes it. */
  gatewayPort: number
  services: Record<string, RunningService>
  configs: Record<string, HostConfig>
  /** A caller of a school (a new one by default) with these rights. */
  caller(rights?: Partial<Caller>): Caller
  /** A typed client of a service, as the gateway would call it for this caller. */
  client<T extends Record<string, Resource>>(service: string, resources: T, caller: Caller): ClientOf<T>
  /** A typed client of a service's internal operations, as another program (the gateway, a service) calls them. */
  internal<T extends Record<string, Resource>>(
    service: string,
    resources: T,
    options?: { as?: string; school?: string | null },
  ): ClientOf<T>
  /** A bare request to a service, with the token of the caller if one is given. */
  request(service: string, request: BareRequest): Promise<BareResponse>
  stop(): Promise<void>
}

export interface BareRequest {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  caller?: Caller
}
export interface BareResponse {
  status: number
  headers: Headers
  body: any
}

/** Starts the services in this process, each with schema, roles and ports of its own. */
export async function startSystem({
  services,
  clock = systemClock,
  servers,
  settings,
}: SystemOptions): Promise<TestSystem> {
  const own = servers ?? (await startServers({ services }))
  const names = services.map(({ contract }) => contract.service)
  const installation = newInstallation([...new Set([...names, ...callersOf(services)])])
  const database = `t_${randomHex(12)}`
  const ownerUrl = databaseUrl(own.postgres.url, database)
  const { secretKeys, owners } = await databasesOf(own, services, database)
  installation.secretKeys = secretKeys
  const [gatewayPort, ...ports] = (await freePorts(names.length + 1)) as [number, ...number[]]
  const addresses = Object.fromEntries(names.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`]))
  const running: Record<string, RunningService> = {}
  const configs: Record<string, HostConfig> = {}
  for (const [index, name] of names.entries()) {
    const location = {
      port: ports[index]!,
      ownerUrl: owners[name] ?? ownerUrl,
      natsUrl: own.nats.url,
      addresses,
    }
    configs[name] = configOf(installation, name, location, {
      natsPassword: own.natsPassword(name),
      logLevel: testLogLevel,
      poolSize: 8,
      clock,
      ...settings,
      settings: {
        LMS_STORAGE: `disk:${join(own.folder, 'files')}`,
        LMS_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
        ...settings?.settings,
      },
    })
  }
  const stopPooler = pooler ? await startPooler(own.folder, Object.values(configs)) : null
  for (const service of services) {
    const name = service.contract.service
    running[name] = await runService(service, configs[name]!)
  }
  const bus = await connectBus({ url: own.nats.url, credential: operatorOf(own) })
  const signer = new TokenSigner(
    { name: 'gateway', privateKey: installation.signing.gateway!.privateKey },
    () => clock.now(),
  )
  const tokenOf = (service: string, caller: Caller) =>
    signer.sign(service, { kind: 'caller', caller }, JSON.stringify(caller))

  return {
    servers: own,
    bus,
    clock,
    installation,
    ownerUrl,
    addresses,
    gatewayPort,
    services: running,
    configs,
    caller: rights => ({ ...anyCaller(), ...rights }),
    client: (service, resources, caller) =>
      clientOf(resources, request => {
        const transport = serviceTransport(configs[service]!, signer, service, {
          school: caller.school,
          requestId: newRequestId(),
        })
        return transport({
          ...request,
          headers: { ...request.headers, [tokenHeader]: tokenOf(service, caller) },
        })
      }),
    internal: (service, resources, { as = 'gateway', school = null } = {}) => {
      const signing = { name: as, privateKey: installation.signing[as]!.privateKey }
      const scope = { school, requestId: newRequestId() }
      const signer = new TokenSigner(signing, () => clock.now())
      return makeServiceClient({ serviceAddresses: addresses, signing }, signer)(service, resources, scope)
    },
    request: async (service, { method, path, body, headers = {}, caller }) => {
      const response = await fetch(addresses[service] + path, {
        method,
        headers: {
          'x-request-id': newRequestId(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(caller ? { [tokenHeader]: tokenOf(service, caller) } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
    },
    stop: async () => {
      await bus.nats.close()
      await Promise.all(Object.values(running).map(service => service.stop()))
      await stopPooler?.()
      if (servers)
        await asOwner(own.postgres.url, client =>
          client.query(`drop database if exists ${database} with (force)`),
        )
      else await own.stop()
    },
  }
}

/** Databases of these services: one for all, unless each has its own. */
async function databasesOf(servers: Servers, services: readonly Service[], name: string) {
  if (servers.second) return splitDatabases([servers.postgres.url, servers.second.url], services, name)
  const owners: Record<string, string> = {}
  return { secretKeys: await migratedDatabase(servers, services, name), owners }
}

/** The programs that may call internal operations of these services, even if they are not started. */
const callersOf = (services: readonly Service[]) =>
  services
    .flatMap(({ implementations }) => implementations.flatMap(({ operations }) => Object.values(operations)))
    .flatMap(({ callers }) => callers ?? [])
    .filter(name => name !== 'gateway' && name !== '*')

const operatorOf = ({ natsPassword }: Servers) => ({
  user: operatorUser,
  password: natsPassword(operatorUser),
})

export const newRequestId = () => randomHex(32)

const anyCaller = (): Caller => ({
  school: newId('sch') as Id<'sch'>,
  key: newId('key') as Id<'key'>,
  kind: 'integration',
  role: 'owner',
  user: null,
  onBehalf: false,
  rights: [['*']],
})
