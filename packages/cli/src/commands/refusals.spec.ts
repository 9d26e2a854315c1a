// The error messages of the commands.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { freePorts, startPostgres } from '@lms/local'
import { asOwner, scratchFolder } from '@lms/testing'
import type { Command } from 'commander'
import { makeProgram } from '../program.ts'
import { baseUrlOf } from './school.ts'

const front = fileURLToPath(new URL('../../lms.mjs', import.meta.url))
const scratch = scratchFolder()
afterAll(() => scratch.remove())

async function lms(
  args: readonly string[],
  { env = {}, node = [] as string[] } = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...node, front, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
  const [code] = await once(child, 'close')
  return { code, output }
}

test.each([
  ['--forward-to without a scheme', ['--forward-to', 'localhost:9061'], 'Write http://localhost:9061.'],
  ['--forward-to to a file', ['--forward-to', 'file:///tmp/x'], 'http:// or https://'],
  ['a mask of no group', ['--forward-to', 'http://localhost:1', '--events', 'ordr.*'], 'order.*'],
  ['a mask of no event', ['--forward-to', 'http://localhost:1', '--events', 'order.payed'], 'order.paid'],
])('listen refuses %s, and says what to write', async (_, args, message) => {
  const { code, output } = await lms(['listen', ...args, '--data', scratch.path])
  expect(code).toBe(1)
  expect(output).toContain(message)
})

test('restore names a file that is no archive, before anything of it is sent', async () => {
  const path = `${scratch.path}/notes.txt`
  writeFileSync(path, 'PK, but no archive')
  const env = { LMS_OPERATOR_URL: 'http://127.0.0.1:1', LMS_OPERATOR_TOKEN: 'none' }
  const { code, output } = await lms(['school', 'restore', path, '--school', 'sch_1'], { env })
  expect([code, output]).toEqual([1, expect.stringContaining(`${path} is no archive: it is no ZIP file.`)])
})

test('restore takes no other archive over one that is back, or comes back', async () => {
  const path = `${scratch.path}/other.zip`
  writeFileSync(path, 'PK\x03\x04 of another school')
  const asked: string[] = []
  const content = readFileSync(path)
  const other = { size: 40, sha256: null as string | null }
  let [status, archive] = ['done', other]
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method}`)
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ ...archive, status, received: archive.size, problem: null, part: 'end', to_set: [] }),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const env = { LMS_OPERATOR_URL: `http://127.0.0.1:${port}`, LMS_OPERATOR_TOKEN: 'none' }
  const restore = () => lms(['school', 'restore', path, '--school', 'sch_1'], { env })
  const done = await restore()
  status = 'failed'
  const failed = await restore()
  status = 'done'
  archive = { size: content.length, sha256: createHash('sha256').update('PK').digest('hex') }
  const ofSameSize = await restore()
  server.close()
  expect([done.code, done.output]).toEqual([
    1,
    expect.stringContaining('The school is back already, from another'),
  ])
  expect([failed.code, failed.output]).toEqual([
    1,
    expect.stringContaining('Another archive is being restored'),
  ])
  expect([ofSameSize.code, ofSameSize.output]).toEqual([
    1,
    expect.stringContaining('has as many bytes as that archive, and other ones. Nothing was changed.'),
  ])
  expect(new Set(asked)).toEqual(new Set(['GET']))
})

test('--version is that of the project', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  expect(await lms(['--version'])).toEqual({ code: 0, output: `${version}\n` })
})

test.each([
  [['listen'], '(lms listen --help says more)'],
  [['school', 'create', '--nmae', 'x'], '(lms school create --help says more)'],
  [['school', 'domain', 'add'], '(lms school domain add --help says more)'],
  [['lsiten'], '(lms --help says more)'],
])('a mistake in %j points to the help of that command', async (args, hint) => {
  const { code, output } = await lms(args)
  expect(code).toBe(1)
  expect(output).toContain(hint)
})

test('every command but up takes --json', () => {
  const without = (command: Command): string[] =>
    command.commands.length && command.name() !== 'generate'
      ? command.commands.flatMap(without)
      : command.options.some(({ long }) => long === '--json')
        ? []
        : [command.name()]
  expect(without(makeProgram())).toEqual(['up'])
})

test('logs without a line for the request names the level at which successful requests are logged', async () => {
  mkdirSync(`${scratch.path}/logs`, { recursive: true })
  const { code, output } = await lms(['logs', '0'.repeat(32), '--data', scratch.path])
  expect(code).toBe(0)
  expect(output).toContain('LMS_LOG_LEVEL=debug')
})

describe('up with a NATS_URL', () => {
  const up = (NATS_URL: string) => {
    const args = ['up', '--data', `${scratch.path}/up`, '--port', '0']
    // The address of a Postgres, so that none is started.
    return lms(args, { env: { NATS_URL, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/lms' } })
  }

  test('without a listener ends at once', async () => {
    const [port] = await freePorts(1)
    const { code, output } = await up(`nats://127.0.0.1:${port}`)
    expect(code).toBe(1)
    expect(output).toContain(`NATS_URL: no NATS server answers at nats://127.0.0.1:${port}`)
  })

  test('with another listener, or without JetStream, ends within seconds', async () => {
    for (const [greeting, message] of [
      ['', 'no NATS server answers'],
      ['HTTP/1.1 400 Bad Request\r\n\r\n', 'no NATS server answers'],
      ['INFO {"server_name":"x"} \r\n', 'without JetStream'],
    ] as const) {
      const server = createServer(socket => void socket.on('error', () => {}).write(greeting))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as { port: number }
      const { code, output } = await up(`nats://127.0.0.1:${port}`)
      server.close()
      expect(code).toBe(1)
      expect(output).toContain(message)
    }
  })
})

test('migrate refuses a Postgres with fewer connections than the services open, and changes nothing', async () => {
  const dataDir = `${scratch.path}/small`
  const postgres = await startPostgres({ dataDir, durable: false, maxConnections: 100 })
  const secretKeys = `k1:${Buffer.alloc(32).toString('base64')}`
  const env = { DATABASE_URL: postgres.url, LMS_SECRET_KEYS: secretKeys }
  try {
    const { code, output } = await lms(['migrate'], { env })
    expect(code).toBe(1)
    expect(output).toMatch(/opens up to \d+ connections, and the server takes 97\. Set its max_connections/)
    const schemas = await asOwner(postgres.url, client =>
      client.query(`select from pg_namespace where nspname = 'users'`),
    )
    expect(schemas.rowCount).toBe(0)
    expect(await lms(['migrate'], { env: { ...env, LMS_POOL_SIZE: '2' } })).toMatchObject({ code: 0 })
  } finally {
    await postgres.stop()
  }
}, 120_000)

test('an older Node is refused, with the command to run', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.11.1' })`
  const node = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  const { code, output } = await lms(['school', 'list'], { node })
  expect(code).toBe(1)
  expect(output).toBe(
    'error: This needs Node 24; this is Node 20.11.1. Run `npm start`, or `npm run lms -- <command>`, ' +
      'in the project’s folder: they bring their own Node.\n',
  )
})

test.each([
  ['blue.localhost', 'http://localhost:9000', 'http://blue.localhost:9000/api'],
  ['blue.example', 'https://{domain}', 'https://blue.example/api'],
  ['blue.example', 'http://{domain}:8080', 'http://blue.example:8080/api'],
  ['blue.example', null, null],
])('the API of %s with schools at %s is %s', (domain, site, url) => {
  expect(baseUrlOf({ domains: [domain] }, site)).toBe(url)
})
