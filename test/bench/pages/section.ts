// A published page beside bare node:http with the same bytes, and what it costs to find the school of a host among ten
// and among ten thousand.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createClient } from '@lms/api'
import { TokenSigner, tokenHeader } from '@lms/service-host/front'
import { registry } from '@lms/site/contract'
import { startUp, type Up } from '@lms/testing'
import { request } from 'undici'
import { interleave, type Measured, type Shot, type Target } from '../load.ts'
import { printTable } from '../webhooks/table.ts'
import { addSchools, hostOf } from './schools.ts'

const path = '/bench'
const few = 10
const many = 10_000
/** Visitors have addresses of their own; each has the usual rate. */
const visitor = (index: number) => ({ 'x-forwarded-for': `198.18.${(index >> 8) % 16}.${index % 256}` })

export async function pagesSection({ rounds, seconds }: { rounds: number; seconds: number }) {
  const up = await startUp({ processes: true, env: { LMS_TRUSTED_PROXIES: '127.0.0.1' } })
  const children: ChildProcess[] = []
  try {
    const measured = (targets: readonly Target[]) => interleave(targets, rounds, seconds)
    await publishPage(up)
    const page = await measured(await pageTargets(up, children))
    print('a published page', page)
    await addSchools(up.folder, up.ready.school_id, many)
    await visitAll(up)
    const knownHosts = await measured(hostTargets(up))
    print('the school of a host that the gateway knows', knownHosts)
    const lookups = await measured(lookUpTargets(up))
    print('the school of a host that it asks the site service for', lookups)
    return { page, known: knownHosts, asked: lookups }
  } finally {
    for (const child of children) child.disconnect()
    await up.stop()
  }
}

async function publishPage({ ready }: Up): Promise<void> {
  const api = createClient({ baseUrl: ready.base_url, apiKey: ready.api_key })
  const { id } = await api.pages.create({ body: { path, title: 'Course' } })
  const blocks = Array.from({ length: 12 }, (_, number) => [
    { type: 'heading' as const, text: `Lesson ${number + 1}` },
    {
      type: 'text' as const,
      html: `<p>${Array.from({ length: 60 }, (_, word) => `word${(number * 7919 + word * 104_729) % 997}`).join(' ')}</p>`,
    },
  ]).flat()
  await api.pageContents.save({ path: { id }, body: { blocks } })
  await api.pages.publish({ path: { id }, body: { action: 'publish' } })
}

/** The page as browsers get it, as a client without compression gets it, and as one that has it; and each floor. */
async function pageTargets({ ready }: Up, children: ChildProcess[]): Promise<Target[]> {
  const origin = originOf(ready.base_url)
  const { host } = new URL(ready.base_url)
  const targets: Target[] = []
  for (const [name, extraHeaders] of [
    ['Brotli', { 'accept-encoding': 'gzip, deflate, br' }],
    ['not compressed', {}],
  ] as const) {
    const shot = (index: number): Shot => ({ path, headers: { host, ...extraHeaders, ...visitor(index) } })
    const answer = await request(`${origin}${path}`, { headers: shot(0).headers! })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode !== 200) throw new Error(`The page answered ${answer.statusCode}: ${bytes}`)
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = answer.headers
    const headers = Object.fromEntries(
      Object.entries({ 'content-type': type, 'content-encoding': encoding, 'content-length': length }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const child = fork('test/bench/pages/floor.ts')
    children.push(child)
    child.send({ body: bytes.toString('base64'), headers })
    const [port] = await once(child, 'message')
    targets.push(
      {
        name: `floor, ${name}, ${bytes.length} bytes`,
        origin: `http://127.0.0.1:${port}`,
        pids: { floor: child.pid! },
        shot,
        expect: 200,
      },
      { name: `gateway, ${name}`, origin, pids: pidsOf(ready, 'gateway'), shot, expect: 200 },
    )
  }
  return targets
}

/** Every host once, so that the gateway knows them all. */
async function visitAll(up: Up): Promise<void> {
  const { origin, shot } = hostTargets(up)[1]!
  let next = 0
  const visit = async () => {
    while (next < many) {
      const { path, headers = {} } = shot(next++)
      const answer = await request(`${origin}${path}`, { headers })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: 32 }, visit))
}

/** The description of the API is the same for all schools: the host alone differs. */
function hostTargets({ ready }: Up): Target[] {
  const target = (count: number): Target => ({
    name: `${count} schools`,
    origin: originOf(ready.base_url),
    pids: pidsOf(ready, 'gateway', 'site', 'postgres'),
    shot: index => ({
      path: '/docs',
      headers: { host: hostOf(index % count), 'if-none-match': '*', ...visitor(index) },
    }),
    expect: 304,
  })
  return [target(few), target(many)]
}

function lookUpTargets({ ready, installation }: Up): Target[] {
  const { method, path } = registry.resolve
  const signer = new TokenSigner({ name: 'gateway', privateKey: installation.signing.gateway!.privateKey })
  const target = (count: number): Target => ({
    name: `${count} schools`,
    origin: addressesOf(ready.pids.gateway!).site!,
    pids: pidsOf(ready, 'site', 'postgres'),
    shot: index => ({
      method,
      path,
      headers: {
        [tokenHeader]: signer.sign('site', { kind: 'service', service: 'gateway', school: null }, '-'),
        'content-type': 'application/json',
        'x-request-id': index.toString(16).padStart(32, '0'),
      },
      body: JSON.stringify({ host: hostOf((index * 7919) % count) }),
    }),
    expect: 200,
  })
  return [target(few), target(many)]
}

/** The services of a running gateway. */
function addressesOf(pid: number): Record<string, string> {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return JSON.parse(variables.find(each => each.startsWith('LMS_SERVICES='))!.slice('LMS_SERVICES='.length))
}

const originOf = (url: string) => new URL(url).origin.replace('localhost', '127.0.0.1')

const pidsOf = ({ pids }: Up['ready'], ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, pids[name]!]))

function print(title: string, rows: readonly Measured[]): void {
  printTable(
    title,
    ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs'],
    rows.map(row => [row.name, row.requestsPerSecond, row.p50, row.p99, row.cpuMs * 1000]),
  )
}
