// Some of the services with the gateway, each a process of its own as in an installation, on a Postgres that counts its
// statements (pg_stat_statements).
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@lms/local'
import type { Service } from '@lms/service-host'
import { asOwner, eventually, type Replica, startReplica, startServers, startSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, wideLimits } from '@lms/testing/gateway'

export interface Statement {
  /** Without the prefix `lms_`. */
  role: string
  text: string
  calls: number
  /** Milliseconds in the executor and the planner; of a commit nothing. */
  ms: number
}

export interface Processes {
  /** The gateway, the services, Postgres and NATS. */
  pids: Record<string, number>
  roles: string[]
  origin: string
  /** Two schools without limits of their rates. */
  schools: [GatewaySchool, GatewaySchool]
  /** Whether readers have read what is committed. */
  isRead(): Promise<boolean>
  /** What Postgres has executed since the last time, the costliest first. */
  statements(): Promise<Statement[]>
  stop(): Promise<void>
}

/** As `lms up` and the image start their processes. */
const production = { NODE_ENV: 'production', NODE_OPTIONS: '--max-semi-space-size=8' }

export async function startProcesses(services: readonly Service[]): Promise<Processes> {
  const servers = await startServers({ durable: true, services })
  await asOwner(servers.postgres.url, owner =>
    owner.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`),
  )
  const { port: postgresPort } = servers.postgres
  await servers.postgres.stop()
  servers.postgres = await startPostgres({ dataDir: join(servers.folder, 'postgres'), port: postgresPort })
  const replicas: Replica[] = []
  const children: ChildProcess[] = []
  const system = await startSystem({ services, servers })
  const names = services.map(({ contract }) => contract.service)
  const stop = async () => {
    for (const replica of replicas) await replica.kill()
    for (const child of children) child.kill('SIGKILL')
    await system.stop()
    await servers.stop()
  }
  try {
    const gateway = await startTestGateway(system, { port: system.gatewayPort })
    const schools: [GatewaySchool, GatewaySchool] = [await newSchool(gateway), await newSchool(gateway)]
    for (const { schoolId } of schools)
      await gateway.operator('PATCH', `/schools/${schoolId}`, { limits: wideLimits })
    await gateway.stop()
    const pids: Record<string, number> = {}
    for (const name of names) {
      await system.services[name]!.stop()
      const main = new URL(`../../../services/${name}/src/main.ts`, import.meta.url)
      const replica = await startReplica(main, system.configs[name]!, production)
      replicas.push(replica)
      pids[name] = replica.pid
    }
    const child = fork(fileURLToPath(new URL('main.ts', import.meta.resolve('@lms/gateway'))), {
      env: { ...process.env, ...production, ...gatewayEnvironment(system) },
      execArgv: ['--no-warnings'],
      stdio: 'ignore',
    })
    children.push(child)
    const origin = `http://127.0.0.1:${system.gatewayPort}`
    await eventually('the gateway', async () => (await fetch(`${origin}/healthz`)).status > 0, 60_000)
    await asOwner(system.ownerUrl, owner => owner.query('create extension pg_stat_statements'))
    await asOwner(system.ownerUrl, owner => owner.query('analyze'))
    const rows = (text: string) => asOwner(system.ownerUrl, async owner => (await owner.query(text)).rows)
    const unread = names
      .map(name => `(select from "${name}".outbox where subject ^@ 'events.' limit 1)`)
      .join(' union all ')
    return {
      pids: { gateway: child.pid!, postgres: servers.postgres.pid, nats: servers.nats.pid, ...pids },
      roles: names,
      origin,
      schools,
      isRead: async () => (await rows(unread)).length === 0,
      statements: async () => {
        const found = await rows(
          `select substr(rolname, 5) as role, query as text, calls::int, total_exec_time + total_plan_time as ms
           from pg_stat_statements s join pg_roles r on r.oid = s.userid where rolname ^@ 'lms_' order by 4 desc`,
        )
        await rows('select pg_stat_statements_reset()')
        return found as Statement[]
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function gatewayEnvironment(system: Awaited<ReturnType<typeof startSystem>>): Record<string, string> {
  return {
    LMS_HOST: '127.0.0.1',
    LMS_PORT: String(system.gatewayPort),
    LMS_OPERATOR_PORT: '0',
    NATS_URL: system.servers.nats.url,
    LMS_NATS_PASSWORD: system.servers.natsPassword('gateway'),
    LMS_SIGNING_KEY: system.installation.signing.gateway!.privateKey,
    LMS_SERVICES: JSON.stringify(system.addresses),
    LMS_OPERATOR_TOKEN: system.installation.operatorToken,
    LMS_LOG_LEVEL: 'warn',
  }
}
