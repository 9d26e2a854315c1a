// etcd, Postgres under Patroni, NATS and HAProxy of one machine, each with its configuration. deploy/cluster.md describes
// them; the times here are those of that page.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, type Machine, outside } from './machines.ts'

export interface Ports {
  /** Of each service, on its machine, and of its balancer on 127.0.0.1 of every machine. */
  services: Readonly<Record<string, number>>
  /** Of the receivers and the mail server, at the same number here and at 127.0.0.1 of every machine. */
  outside: readonly number[]
}
export const gatewayPort = 8080
export const operatorPort = 8081
export const postgresPort = 5432

/** The machines that keep Postgres, NATS and etcd. */
export const three = [1, 2, 3] as const
/** Those of them with services and a gateway. */
export const two = [1, 2] as const

const everywhere = (port: number, scheme = '') => three.map(number => `${scheme}${addressOf(number)}:${port}`)

export function etcd(machine: Machine): void {
  const { address, name } = machine
  const at = (port: number) => `http://${address}:${port}`
  const members = three.map(number => `m${number}=http://${addressOf(number)}:2380`).join(',')
  const settings = {
    name,
    'data-dir': machine.folder('etcd'),
    'listen-client-urls': at(2379),
    'advertise-client-urls': at(2379),
    'listen-peer-urls': at(2380),
    'initial-advertise-peer-urls': at(2380),
    'initial-cluster': members,
    // A line that is slow by 200 ms each way ends no leader.
    'heartbeat-interval': '300',
    'election-timeout': '3000',
    // Patroni before 3.0.3 takes its lock back by a plain put of version 3, also from a machine that has replaced it.
    'enable-v2': 'true',
  }
  const args = Object.entries(settings).map(([setting, value]) => `--${setting}=${value}`)
  machine.run({ name: 'etcd', command: ['etcd', ...args] })
}

/** Programs of Postgres, of the newest version that Debian has installed. */
const programs = () => execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()

export function patroni(machine: Machine, password: string): void {
  const { address, name } = machine
  const home = machine.folder('postgres')
  mkdirSync(home, { recursive: true })
  execFileSync('chown', ['postgres:postgres', home])
  const user = (username: string) => ({ username, password })
  const configuration = {
    scope: 'lms',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd: { hosts: everywhere(2379) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // A dead primary is replaced at once, and not started again first.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 800, shared_buffers: '128MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${postgresPort}`,
      connect_address: `${address}:${postgresPort}`,
      data_dir: join(home, 'data'),
      bin_dir: programs(),
      pgpass: join(home, 'pgpass'),
      use_unix_socket: true,
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: { superuser: user('postgres'), replication: user('replicator') },
      parameters: { unix_socket_directories: home },
      pg_hba: [
        'local all all trust',
        ...['all', 'replication'].map(database => `host ${database} all 10.77.0.0/24 scram-sha-256`),
      ],
    },
  }
  const file = join(home, 'patroni.yml')
  // JSON is YAML, too.
  writeFileSync(file, JSON.stringify(configuration, null, 2))
  chmodSync(file, 0o644)
  machine.run({ name: 'patroni', command: ['/usr/bin/patroni', file], env: { HOME: home }, as: 'postgres' })
}

export function nats(
  machine: Machine,
  {
    program,
    authorization,
    passwords,
  }: { program: string; authorization: string; passwords: Record<string, string> },
): void {
  const { address, name } = machine
  const file = join(machine.folder('.'), 'nats.conf')
  const routes = everywhere(6222, 'nats://').map(route => JSON.stringify(route))
  const configuration = `server_name: ${name}
listen: "${address}:4222"
ping_interval: "5s"
ping_max: 2
jetstream { store_dir: ${JSON.stringify(machine.folder('nats'))} }
cluster { name: lms, listen: "${address}:6222", routes: [${routes}] }
${authorization}`
  writeFileSync(file, configuration)
  machine.run({ name: 'nats', command: [program, '-c', file], env: passwords })
}

export const natsUrl = everywhere(4222, 'nats://').join(',')

/** A way to the one of some servers that is in order. */
const way = (name: string, port: number, check: string, servers: readonly string[]) =>
  `listen ${name}
  bind 127.0.0.1:${port}
${check}
${servers.map((server, index) => `  server s${index} ${server}`).join('\n')}
`

const checked = (path: string, port: number | '' = '') =>
  `  option httpchk GET ${path}
  default-server check ${port && `port ${port} `}inter 1s fall 2 rise 1 on-marked-down shutdown-sessions`

export function haproxy(
  machine: Machine,
  ports: Ports,
  listenPorts = { gateway: gatewayPort, operator: operatorPort, postgres: postgresPort },
): void {
  const pair = (port: number) => two.map(number => `${addressOf(number)}:${port}`)
  const isOutside = machine.number === outside
  const parts = [
    `global
  maxconn 4000
defaults
  mode tcp
  option redispatch
  retries 3
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
`,
    way('postgres', listenPorts.postgres, checked('/primary', 8008), everywhere(postgresPort)),
    way('gateway', listenPorts.gateway, checked('/healthz', operatorPort), pair(gatewayPort)),
    way('operator', listenPorts.operator, checked('/healthz'), pair(operatorPort)),
    ...(isOutside
      ? []
      : [
          ...Object.entries(ports.services).map(([name, port]) =>
            way(name, port, checked('/readyz'), pair(port)),
          ),
          ...ports.outside.map(port => way(`outside-${port}`, port, '', [`${addressOf(outside)}:${port}`])),
        ]),
  ]
  const file = join(machine.folder('.'), 'haproxy.cfg')
  writeFileSync(file, parts.join('\n'))
  machine.run({ name: 'haproxy', command: ['/usr/sbin/haproxy', '-db', '-f', file] })
}
