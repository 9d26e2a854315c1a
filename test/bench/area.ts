// One service in a process of its own beside its floor (`replay.ts`), on the same database. Schools are made, and requests
// recorded, by the same service in this process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Caller } from '@lms/contract'
import { freePorts } from '@lms/local'
import {
  configOf,
  environmentOf,
  roleOf,
  roleUrl,
  type Service,
  TokenSigner,
  tokenHeader,
  Vault,
} from '@lms/service-host'
import { eventually, newRequestId, startServers, startSystem, type TestSystem } from '@lms/testing'
import { interleave, type Shot, type Target } from './load.ts'
import type { Recording, ReplayTask } from './replay.ts'
import { heardAt, type Sent } from './statements.ts'
import { printTable } from './webhooks/table.ts'

/** A request that is measured, and who sends it: a caller of a school, or the gateway itself for a school. */
export interface Request {
  by: Caller | { school: string; kind: 'gateway' }
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: unknown
}

export interface AreaRig {
  system: TestSystem
  /** CPU, in ms a request, of the service with Postgres, of its floor, and their ratio. */
  beside(
    name: string,
    requests: readonly Request[],
  ): Promise<{ name: string; ours: number; floor: number; ratio: number }>
  /** CPU, in ms a request, of the service with Postgres. */
  alone(name: string, requests: readonly Request[]): Promise<number>
  /** These requests to the measured process, in turn, to measure by themselves. */
  target(name: string, requests: readonly Request[], expect: number): Target
  /** Sends one request to the measured process. */
  request(request: Request): Promise<{ status: number; body: any }>
  /** The measured process, and the main one of Postgres. */
  pids: { service: number; postgres: number }
  stop(): Promise<void>
}

/** Starts `services`; the last one is measured. `main` is its program, `env` what its environment has besides. */
export async function startArea(
  services: readonly Service[],
  main: URL,
  { rounds, seconds }: { rounds: number; seconds: number },
  env: Readonly<Record<string, string>> = {},
): Promise<AreaRig> {
  const servers = await startServers({ durable: true, services })
  const system = await startSystem({ services, servers, settings: { taskSlots: 0 } })
  const name = services.at(-1)!.contract.service
  const heard: { loan: number; batch: Sent[] }[] = []
  heardAt(system.services[name]!.runtime.database, (_, loan, batch) => heard.push({ loan, batch }))
  const [port] = await freePorts(1)
  const at = {
    port: port!,
    ownerUrl: system.ownerUrl,
    natsUrl: servers.nats.url,
    addresses: system.addresses,
  }
  const config = configOf(system.installation, name, at, {
    natsPassword: servers.natsPassword(name),
    logLevel: 'warn',
  })
  const children: ChildProcess[] = []
  const service = fork(fileURLToPath(main), {
    env: { ...process.env, ...environmentOf(config), ...env, NODE_ENV: 'production' },
    execArgv: ['--no-warnings'],
  })
  children.push(service)
  const origin = `http://127.0.0.1:${port}`
  await eventually('the service', async () => (await fetch(`${origin}/readyz`)).ok, 180_000)
  const signing = { name: 'gateway', privateKey: system.installation.signing.gateway!.privateKey }
  const signer = new TokenSigner(signing)
  const headersOf = ({ by, body }: Request) => ({
    'x-request-id': newRequestId(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    [tokenHeader]: signer.sign(
      name,
      by.kind === 'gateway'
        ? { kind: 'service', service: 'gateway', school: by.school }
        : { kind: 'caller', caller: by },
      JSON.stringify(by),
    ),
  })
  const pids = { service: service.pid!, postgres: servers.postgres.pid }
  const shotOf = (request: Request): Shot => ({
    method: request.method ?? 'GET',
    path: request.path,
    headers: headersOf(request),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })

  async function recorded(request: Request): Promise<Recording> {
    const { method = 'GET', path, body: sent } = request
    const ask = () => system.request(name, { method, path, body: sent, headers: headersOf(request) })
    // The first may find caches empty.
    await ask()
    heard.splice(0)
    const { status, body } = await ask()
    const loans = Map.groupBy(heard.splice(0), ({ loan }) => loan)
    return {
      status,
      answer: JSON.stringify(body),
      loans: [...loans.values()].map(all => all.map(one => one.batch)),
    }
  }

  const targetOf = (name: string, requests: readonly Request[], expect: number): Target => ({
    name,
    origin,
    pids,
    shot: n => shotOf(requests[n % requests.length]!),
    expect,
  })

  return {
    system,
    pids,
    async beside(label, requests) {
      const recordings: Recording[] = []
      for (const request of requests) recordings.push(await recorded(request))
      const expect = recordings[0]!.status
      if (expect >= 300)
        throw new Error(`${label} answered ${expect}: ${recordings[0]!.answer.slice(0, 300)}`)
      const child = fork('test/bench/replay.ts', { execArgv: ['--no-warnings'] })
      children.push(child)
      const database = roleUrl(system.ownerUrl, roleOf(name), new Vault(system.installation.secretKeys))
      child.send({ database, recordings: { it: recordings } } satisfies ReplayTask)
      const [floorPort] = await once(child, 'message')
      const floor = {
        name: 'the same SQL',
        origin: `http://127.0.0.1:${floorPort}`,
        pids: { floor: child.pid!, postgres: pids.postgres },
        shot: (index: number): Shot => {
          const { body, method = 'GET' } = requests[index % requests.length]!
          return {
            method,
            path: `/it/${index}`,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }
        },
        expect,
      }
      const ours = targetOf('service', requests, expect)
      const [bare, real] = await interleave([floor, ours], rounds, seconds)
      child.disconnect()
      const [floorMs, oursMs] = [bare!.cpuMs, real!.cpuMs]
      printTable(
        `${label}: CPU ms a request, ${recordings[0]!.loans.flat().length} round trips`,
        ['', 'in all', 'Postgres', 'req/s', 'p99 ms'],
        [bare!, real!].map(each => [
          each.name,
          each.cpuMs,
          each.parts.postgres!,
          each.requestsPerSecond,
          each.p99,
        ]),
      )
      return { name: label, ours: oursMs, floor: floorMs, ratio: oursMs / floorMs }
    },
    request: async request => {
      const { method = 'GET', path, body } = request
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(origin + path, { method, headers: headersOf(request), ...sent })
      return { status: response.status, body: await response.json() }
    },
    target: targetOf,
    async alone(label, requests) {
      const expect = (await recorded(requests[0]!)).status
      const [measured] = await interleave([targetOf(label, requests, expect)], rounds, seconds)
      return measured!.cpuMs
    },
    stop: async () => {
      for (const child of children) child.kill('SIGTERM')
      await system.stop()
      await servers.stop()
    },
  }
}
