// Prometheus, Alertmanager and exporters as Debian has them, beside a running system, with the files of deploy/observe: only
// addresses and times differ.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '@lms/local'
import { eventually, type Up } from '@lms/testing'
import { folder } from './observe-files.ts'
import { shortRules } from './short-rules.ts'

const programs = {
  prometheus: 'prometheus',
  alertmanager: 'prometheus-alertmanager',
  machine: 'prometheus-node-exporter',
  postgres: 'prometheus-postgres-exporter',
  blackbox: 'prometheus-blackbox-exporter',
}
export const packages = Object.values(programs).join(' ')

/** Throws where a program is missing, with how to get it. */
export function checkPrograms(): void {
  for (const program of [...Object.values(programs), 'promtool', 'amtool'])
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'pipe' })
    } catch {
      throw new Error(`${program} is missing. Install Debian's packages: apt-get install ${packages}`)
    }
}

/** Checks the files as they are, with the programs that read them. */
export function checkFiles(): void {
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: 'pipe' })
  run('promtool', 'check', 'rules', 'alerts.yml')
  run('promtool', 'test', 'rules', 'alerts.test.yml')
  run('amtool', 'check-config', 'alertmanager.yml')
}

export interface Stack {
  /** Whether the receiver behind Alertmanager was told that an alert fires, by name. */
  isFiring(alert: string): boolean
  /** The series of an expression at any time since the start. */
  series(expr: string): Promise<unknown[]>
  /** Files that the exporter of the machine reads. */
  textfiles: string
  stop(): Promise<void>
}

export interface Parts {
  up: Up
  /** The address of Postgres for its exporter. */
  postgresUrl: string
  /** Where a certificate is looked at. */
  certificateAt: string
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const inPlaceOf = (text: string, changes: readonly (readonly [from: string, to: string])[]) =>
  changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`There is no ${from} to change.`)
    return changed.replaceAll(from, to)
  }, text)

export async function startStack({ up, postgresUrl, certificateAt }: Parts): Promise<Stack> {
  const at = join(up.folder, 'observe')
  const textfiles = join(at, 'textfiles')
  mkdirSync(textfiles, { recursive: true })
  const ports = await freePorts(5)
  const [prometheus, alertmanager, machine, postgres, blackbox] = ports.map(port => `127.0.0.1:${port}`)
  const { receiver, firing, url } = await startReceiver()
  writeFileSync(join(at, 'token'), up.installation.operatorToken, { mode: 0o600 })
  writeFileSync(join(at, 'alerts.yml'), shortRules(read('alerts.yml')))
  writeFileSync(
    join(at, 'alertmanager.yml'),
    inPlaceOf(read('alertmanager.yml'), [
      ['group_wait: 30s', 'group_wait: 0s'],
      ['group_interval: 5m', 'group_interval: 1s'],
      ['http://pager.example/alerts', url],
      ['http://tickets.example/alerts', url],
    ]),
  )
  writeFileSync(
    join(at, 'prometheus.yml'),
    inPlaceOf(read('prometheus.yml'), [
      ['scrape_interval: 15s', 'scrape_interval: 1s'],
      ['scrape_timeout: 10s', 'scrape_timeout: 1s'],
      ['evaluation_interval: 15s', 'evaluation_interval: 1s'],
      ['scrape_interval: 5m', 'scrape_interval: 1s'],
      ['alertmanager:9093', alertmanager!],
      ['targets.json', join(up.folder, 'targets.json')],
      ['machine:9100', machine!],
      ['exporter:9187', postgres!],
      ['"blackbox:9115"', blackbox!],
      ['http://gateway:8001', up.ready.operator_url],
      ['/run/secrets/token', join(at, 'token')],
      ['    relabel_configs:', `    static_configs: [{targets: ['${certificateAt}']}]\n    relabel_configs:`],
    ]),
  )
  const started: ChildProcess[] = []
  const start = (program: keyof typeof programs, args: string[], env: Record<string, string> = {}) =>
    started.push(
      spawn(programs[program], args, { cwd: at, stdio: 'ignore', env: { ...process.env, ...env } }),
    )
  start('machine', [`--web.listen-address=${machine}`, `--collector.textfile.directory=${textfiles}`])
  start('postgres', [`--web.listen-address=${postgres}`], {
    DATA_SOURCE_NAME: `${postgresUrl}?sslmode=disable`,
  })
  start('blackbox', [`--web.listen-address=${blackbox}`, `--config.file=${join(folder, 'blackbox.yml')}`])
  start('alertmanager', [
    `--web.listen-address=${alertmanager}`,
    '--config.file=alertmanager.yml',
    '--storage.path=alertmanager',
    '--cluster.listen-address=',
  ])
  start('prometheus', [
    `--web.listen-address=${prometheus}`,
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=prometheus',
  ])
  const stop = async () => {
    for (const child of started) child.kill('SIGTERM')
    receiver.close()
  }
  try {
    for (const address of [prometheus, alertmanager])
      await eventually(`${address}`, async () => (await fetch(`http://${address}/-/ready`)).ok, 30_000)
  } catch (error) {
    await stop()
    throw error
  }
  const since = Date.now() / 1000
  const series = async (expr: string) => {
    const range = { query: expr, start: String(since), end: String(Date.now() / 1000), step: '5' }
    const answer = await fetch(`http://${prometheus}/api/v1/query_range?${new URLSearchParams(range)}`)
    const { data, error } = (await answer.json()) as { data?: { result: unknown[] }; error?: string }
    if (!data) throw new Error(error)
    return data.result
  }
  return { isFiring: alert => firing.has(alert), series, textfiles, stop }
}

interface Notice {
  alerts: { status: 'firing' | 'resolved'; labels: { alertname: string }; fingerprint: string }[]
}

/** Hears what Alertmanager tells a pager. */
async function startReceiver() {
  const open = new Map<string, string>()
  const receiver: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { alerts }: Notice = JSON.parse(Buffer.concat(pieces).toString())
    for (const { status, labels, fingerprint } of alerts)
      if (status === 'firing') open.set(fingerprint, labels.alertname)
      else open.delete(fingerprint)
    response.end()
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  const firing = { has: (alert: string) => [...open.values()].includes(alert) }
  return { receiver, firing, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }
}
