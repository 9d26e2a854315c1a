// `lms up` as a process, in a folder and on ports of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createClient, operations } from '@lms/api'
import { freePorts } from '@lms/local'
import { eventually, scratchFolder, startUp, type Up } from '@lms/testing'
import { serviceNames } from '../services.ts'
import { startOf } from './processes.ts'

const main = fileURLToPath(new URL('../../lms.mjs', import.meta.url))
// Each command is a process that loads the product: ten of them on a busy machine.
const patience = 300_000

/** Lists that are empty in the demo school: they show what the caller has, or what needs an account elsewhere. */
const withoutDemo = [
  '/v1/agent/chat',
  '/v1/agent/confirmations',
  '/v1/calendar',
  '/v1/identities',
  '/v1/payment-providers',
  '/v1/webhooks',
  '/v1/webhooks/deliveries',
]

/** Runs `lms …` to its end. */
async function lms(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
  const [code] = await once(child, 'close')
  return { code, output }
}

const api = (up: Up) => createClient({ baseUrl: up.ready.base_url, apiKey: up.ready.api_key })
/** The status of `GET /v1/me` at an address whose name this machine may not be able to resolve. */
async function statusAt(baseUrl: string, key: string): Promise<number> {
  const { host, port, pathname } = new URL(baseUrl)
  const headers = { host, authorization: `Bearer ${key}` }
  const outgoing = request({ host: '127.0.0.1', port, path: `${pathname}/v1/me`, headers }).end()
  const [response] = await once(outgoing, 'response')
  response.resume()
  return response.statusCode
}
const allGone = (pids: number[]) =>
  eventually(
    'every process to end',
    async () => (await Promise.all(pids.map(startOf))).every(started => started === null),
    patience,
  )

describe('lms up', () => {
  const scratch = scratchFolder()
  let up: Up
  beforeAll(async () => {
    up = await startUp({ folder: scratch.path, processes: true })
  }, 300_000)
  afterAll(async () => {
    await up?.stop()
    scratch.remove()
  }, patience)

  test('shows all addresses, to the owner only, and fills the demo school', async () => {
    expect(Object.keys(up.ready.pids).sort()).toEqual(['gateway', 'nats', 'postgres', ...serviceNames].sort())
    for (const name of ['ready.json', 'installation.json', 'demo.json'])
      expect(statSync(`${scratch.path}/${name}`).mode & 0o777).toBe(0o600)
    // The welcome may arrive in several pieces.
    const tokenFile = await eventually(
      'the welcome',
      () => up.output().includes(up.ready.base_url) && /operatorToken in (\S+)\n/.exec(up.output())?.[1],
    )
    expect(JSON.parse(readFileSync(tokenFile, 'utf8')).operatorToken).toBe(up.installation.operatorToken)
    expect(up.output()).not.toContain(up.installation.operatorToken)
    const client = api(up)
    for (const status of ['paid', 'canceled', 'waiting_payment'])
      expect((await client.orders.list({ query: { status, limit: 1 } })).data).toHaveLength(1)
    expect((await client.users.list({ query: { limit: 1000 } })).data.length).toBeGreaterThanOrEqual(100)
    const [form] = (await client.forms.list({ query: {} })).data
    const page = await fetch(`${up.ready.site_url}/watercolour`)
    expect(await page.text()).toContain(`action="/forms/${form!.id}`)
    const submitted = (await client.submissions.list({ query: { form_id: form!.id } })).data
    expect(new Set(submitted.map(({ status }) => status))).toEqual(new Set(['finished', 'spam']))
    expect(form!.submissions_count).toBe(submitted.length - 1)
    const { status, services } = await client.health.get()
    expect({ status, names: services.map(({ name }) => name).sort() }).toEqual({
      status: 'ok',
      names: [...serviceNames].sort(),
    })
  })

  test('has something of everything in the demo school', async () => {
    const headers = { authorization: `Bearer ${up.ready.api_key}` }
    const lists = operations.filter(({ operation }) => operation.class === 'L' && operation.list)
    const empty: string[] = []
    for (const { operation } of lists) {
      const answer = await fetch(`${up.ready.base_url}${operation.path}?limit=1`, { headers })
      const { data } = (await answer.json()) as { data: unknown[] }
      if (data.length === 0) empty.push(operation.path)
    }
    expect(empty.sort()).toEqual(withoutDemo)
  })

  test(
    'a second start on the same folder, and ports in use, are errors that say what to do',
    async () => {
      const second = await lms('up', '--data', scratch.path, '--port', '0', '--operator-port', '0')
      expect(second.code).toBe(1)
      expect(second.output).toContain(`already running on ${scratch.path} (process ${up.process.pid})`)

      const other = scratchFolder()
      const blocker = createServer().listen(0, '127.0.0.1')
      await once(blocker, 'listening')
      const { port } = blocker.address() as { port: number }
      const third = await lms('up', '--data', other.path, '--port', String(port), '--operator-port', '0')
      blocker.close()
      other.remove()
      expect(third.code).toBe(1)
      expect(third.output).toContain(`Port ${port} is in use`)
      expect(third.output).toContain('--port')
    },
    patience,
  )

  test(
    'the other commands find it by its folder',
    async () => {
      const host = 'second.localhost'
      const creation = await lms(
        'school',
        'create',
        '--name',
        'Second',
        '--domain',
        host,
        '--data',
        scratch.path,
        '--json',
      )
      expect(creation).toMatchObject({ code: 0 })
      const school = JSON.parse(creation.output)
      expect(school).toMatchObject({
        school_id: expect.stringMatching(/^sch_/),
        base_url: `http://${host}:${new URL(up.ready.site_url).port}/api`,
      })
      const status = () => statusAt(school.base_url, school.api_key)
      expect(await status()).toBe(200)
      expect((await lms('school', 'suspend', host, '--data', scratch.path)).output).toContain('is suspended')
      await eventually('the school to be closed', async () => (await status()) === 403)
      expect((await lms('school', 'resume', school.school_id, '--data', scratch.path)).output).toContain(
        'is active',
      )
      await eventually('the school to be open', async () => (await status()) === 200)
      const local = `also.${host}`
      const addition = await lms('school', 'domain', 'add', school.school_id, local, '--data', scratch.path)
      expect(addition.output).toContain(`answers at ${local}`)
      const claimed = 'second-school.example'
      const demo = { authorization: `Bearer ${up.ready.api_key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ host: claimed })
      await fetch(`${up.ready.base_url}/v1/domains`, { method: 'POST', headers: demo, body })
      const own = ['--data', scratch.path]
      expect((await lms('school', 'list', ...own)).output).toContain(`${claimed} (unproven)`)
      const confirmed = await lms('school', 'domain', 'confirm', up.ready.school_id, claimed, ...own)
      expect(confirmed.output).toContain(`answers at ${claimed}`)
      const removal = await lms('school', 'domain', 'remove', up.ready.school_id, claimed, ...own)
      expect(removal.output).toContain(`no longer answers at ${claimed}`)
      const limits = await lms(
        'school',
        'limits',
        school.school_id,
        '--key-rate',
        '7',
        '--data',
        scratch.path,
        '--json',
      )
      expect(JSON.parse(limits.output)).toMatchObject({ key_rate: 7 })
      const usual = ['school', 'limits', host, '--key-rate', 'default', ...own, '--json']
      expect(JSON.parse((await lms(...usual)).output)).toMatchObject({ key_rate: 50 })
      const listed = await lms('school', 'list', '--data', scratch.path)
      expect(listed.output).toContain(school.school_id)
      const key = await lms(
        'key',
        'issue',
        '--school',
        school.school_id,
        '--name',
        'Shop',
        '--role',
        'manager',
        '--scope',
        'orders:read',
        '--data',
        scratch.path,
        '--json',
      )
      expect(JSON.parse(key.output)).toMatchObject({
        role: 'manager',
        scope: ['orders:read'],
        api_key: expect.stringMatching(/^lms_integration_/),
      })
    },
    patience,
  )

  test(
    'a killed service is reported and restarted',
    async () => {
      const { commerce } = up.now().pids
      process.kill(commerce!, 'SIGKILL')
      const again = await eventually(
        'the new process',
        () => {
          const { pids } = up.now()
          return pids.commerce && pids.commerce !== commerce ? pids : null
        },
        patience,
      )
      expect(await startOf(again.commerce!)).not.toBeNull()
      expect(up.output()).toContain('commerce: ended by SIGKILL; restarting')
      expect((await api(up).orders.list({ query: { limit: 1 } })).data).toHaveLength(1)
    },
    patience,
  )

  test('killed with all its processes, it starts again on the same data with the same key', async () => {
    const { ready, process: first } = up
    const pids = Object.values(up.now().pids)
    for (const pid of [first.pid!, ...pids]) process.kill(pid, 'SIGKILL')
    await allGone([first.pid!, ...pids])
    up = await startUp({ folder: scratch.path, processes: true })
    expect(up.ready).toMatchObject({ school_id: ready.school_id, api_key: ready.api_key })
    expect((await api(up).orders.list({ query: { limit: 1 } })).data).toHaveLength(1)
  }, 300_000)

  test('after a kill of the command alone, its processes end, or the next start ends them', async () => {
    const { pids } = up.now()
    up.process.kill('SIGKILL')
    await allGone(['gateway', ...serviceNames].map(name => pids[name]!))
    up = await startUp({ folder: scratch.path, processes: true })
    await allGone([pids.postgres!, pids.nats!])
    expect((await api(up).orders.list({ query: { limit: 1 } })).data).toHaveLength(1)
  }, 300_000)

  test(
    'Ctrl-C stops everything and leaves no process and no ready.json',
    async () => {
      const pids = Object.values(up.now().pids)
      const ended = once(up.process, 'exit')
      up.process.kill('SIGINT')
      expect(await ended).toEqual([0, null])
      await allGone(pids)
      expect(existsSync(`${scratch.path}/ready.json`)).toBe(false)
      expect(up.output()).toContain('Everything has stopped.')
    },
    patience,
  )

  test('without --processes, on the same data, all services and the gateway are one process, which is restarted as a whole', async () => {
    const { ready } = up
    up = await startUp({ folder: scratch.path, byNpm: true })
    expect(up.ready).toMatchObject({ school_id: ready.school_id, api_key: ready.api_key })
    const { postgres, nats, ...others } = up.ready.pids
    expect(Object.keys(others).sort()).toEqual(['gateway', ...serviceNames].sort())
    const [pid, ...more] = new Set(Object.values(others))
    expect(more).toEqual([])
    expect([postgres, nats]).not.toContain(pid)
    process.kill(pid!, 'SIGKILL')
    await eventually(
      'the new process',
      () => {
        const { gateway } = up.now().pids
        return gateway !== undefined && gateway !== pid
      },
      patience,
    )
    expect((await api(up).orders.list({ query: { limit: 1 } })).data).toHaveLength(1)
  }, 300_000)

  test(
    'a signal to `npm start` ends the whole system',
    async () => {
      const { pids } = up.now()
      const ended = once(up.process, 'exit')
      up.process.kill('SIGTERM')
      await ended
      await allGone(Object.values(pids))
      expect(up.output()).toContain('Everything has stopped.')
    },
    patience,
  )
})

describe('without a running system', () => {
  test('a command says how to start one', async () => {
    const scratch = scratchFolder()
    const { code, output } = await lms('school', 'list', '--data', scratch.path)
    scratch.remove()
    expect(code).toBe(1)
    expect(output).toContain('npm start')
  })

  test('invalid options are refused by name', async () => {
    const [port] = await freePorts(1)
    expect((await lms('up', '--port', 'many')).output).toContain('--port')
    const same = await lms('up', '--port', `${port}`, '--operator-port', `${port}`, '--data', '/dev/null/x')
    expect(same.code).toBe(1)
    expect((await lms('school', 'limits', 'sch_1', '--key-rate', '0')).output).toContain('--key-rate')
    expect(
      (await lms('key', 'issue', '--school', 'sch_1', '--name', 'x', '--role', 'king')).output,
    ).toContain('--role')
  })
})
