import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSender } from './sender.ts'
import { closeAll, deliver, deliverRaw, listen, local, never, sender } from './test-receiver.ts'

afterEach(closeAll)

describe('connections', () => {
  test('are kept alive and used again', async () => {
    let connections = 0
    const server = createServer((_req, res) => res.end('ok')).on('connection', () => connections++)
    server.keepAliveTimeout = 60_000
    const url = `http://127.0.0.1:${await listen(server)}/`
    const send = sender()
    for (let i = 0; i < 5; i++) expect(await send({ url })).toMatchObject({ ok: true })
    expect(connections).toBe(1)
    const parallel = Array.from({ length: 3 }, () => send({ url }))
    for (const outcome of await Promise.all(parallel)) expect(outcome).toMatchObject({ ok: true })
    expect(connections).toBe(3)
  })

  test('are given up after five minutes, and where the receiver says so', async () => {
    let connections = 0
    let header = 'keep-alive'
    const server = createServer((_req, res) => res.setHeader('Connection', header).end('ok'))
    server.on('connection', () => connections++)
    server.keepAliveTimeout = 60_000
    const url = `http://127.0.0.1:${await listen(server)}/`
    let now = 0
    const send = sender({ now: () => now })
    const sent = async () => {
      expect(await send({ url })).toMatchObject({ ok: true })
      return connections
    }
    expect(await sent()).toBe(1)
    now = 299_999
    expect(await sent()).toBe(1)
    now = 300_000
    expect(await sent()).toBe(2)
    header = 'close'
    expect(await sent()).toBe(2)
    expect(await sent()).toBe(3)
  })

  test('whose answer was cut off are not used again', async () => {
    let connections = 0
    const server = createServer((_req, res) => res.end('a'.repeat(10_000)))
    server.on('connection', () => connections++)
    const url = `http://127.0.0.1:${await listen(server)}/`
    const send = sender()
    for (let i = 0; i < 2; i++) expect((await send({ url })).body).toHaveLength(4096)
    expect(connections).toBe(2)
  })

  test('closed before an answer: one failed attempt and no hidden second one', async () => {
    const { outcome, connections } = await deliverRaw(socket => socket.destroy())
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'closed', ours: false })
    expect(connections).toBe(1)
  })

  test('an answer that arrived while this process was stalled past the deadline counts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lms-test-'))
    const answered = join(folder, 'answered')
    // It says by a file when its answer to /late is sent: this process reads nothing else while it is stalled.
    const script = `require('node:http').createServer((q, r) => r.end('ok', () => {
      if (q.url === '/late') require('node:fs').writeFileSync(${JSON.stringify(answered)}, '')
    })).listen(0, '127.0.0.1', function () {
      process.send(this.address().port)
    })`
    const receiver = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const url = `http://127.0.0.1:${await new Promise(resolve => receiver.once('message', resolve))}/`
    const send = sender()
    expect(await send({ url })).toMatchObject({ ok: true })
    const outcome = send({ url: `${url}late`, deadlineMs: 100 })
    await new Promise(resolve => setImmediate(() => setImmediate(resolve)))
    const until = performance.now() + 150
    while (performance.now() < until || !existsSync(answered));
    expect(await outcome).toMatchObject({ ok: true, status: 200 })
    receiver.kill()
    rmSync(folder, { recursive: true })
  })

  test('a kept-alive connection that closes instead of answering is a failed attempt, not resent', async () => {
    const requests: string[] = []
    const server = createServer((req, res) => {
      requests.push(req.url!)
      if (requests.length === 2) req.socket.destroy()
      else res.end()
    })
    const url = `http://127.0.0.1:${await listen(server)}/`
    const send = sender()
    expect(await send({ url })).toMatchObject({ ok: true })
    expect(await send({ url })).toMatchObject({ ok: false, error: 'closed' })
    expect(requests).toHaveLength(2)
    expect(await send({ url })).toMatchObject({ ok: true })
  })

  test('a refused connection', async () => {
    const server = createTcpServer()
    const port = await listen(server)
    await new Promise(resolve => server.close(resolve))
    const outcome = await sender()({ url: `http://127.0.0.1:${port}/` })
    const detail = `ECONNREFUSED 127.0.0.1:${port}`
    expect(outcome).toMatchObject({ ok: false, error: 'connect', detail, ours: false })
  })

  test.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['oversized headers', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an upgrade nobody asked for', 'HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'],
  ])('an answer that is %s', async (_name, bytes) => {
    const { outcome } = await deliverRaw(socket => socket.write(bytes))
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'protocol', ours: false })
  })

  test('close waits for running attempts and refuses new ones', async () => {
    const arrived = Promise.withResolvers<ServerResponse>()
    const port = await listen(createServer((_req, res) => arrived.resolve(res)))
    const { send, close } = createSender({ policy: local })
    const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' }
    const sent = send(request)
    const response = await arrived.promise
    const closed = close()
    response.end('late')
    expect(await sent).toMatchObject({ ok: true, body: 'late' })
    await closed
    await expect(send(request)).rejects.toThrow('sender is closed')
  })

  test('an invalid header is our failure', async () => {
    const { outcome, requests } = await deliver(never, { headers: { 'X-A': 'b\r\nX-C: d' } })
    expect(outcome).toMatchObject({ ok: false, error: 'internal', ours: true })
    expect(requests).toHaveLength(0)
  })
})

describe('the guard', () => {
  const answers = (...lists: string[][]) => {
    const resolvedNames: string[] = []
    const resolve = async (name: string) => lists[Math.min(resolvedNames.push(name), lists.length) - 1]!
    return { resolver: { resolve }, resolvedNames }
  }

  test('a name is looked up once, and the connection goes to its checked address under its own name', async () => {
    let host: string | undefined
    const server = createServer((req, res) => {
      host = req.headers.host
      res.end()
    })
    const port = await listen(server)
    // The second answer is that of a rebinding name server; it is never requested.
    const { resolver, resolvedNames } = answers(['127.0.0.1'], ['10.0.0.1'])
    const outcome = await sender({ resolver })({ url: `http://hook.example:${port}/` })
    expect(outcome).toMatchObject({ ok: true, status: 200 })
    expect(resolvedNames).toEqual(['hook.example'])
    expect(host).toBe(`hook.example:${port}`)
  })

  test.each([
    ['private', ['10.0.0.1'], 'private'],
    ['public and private', ['8.8.8.8', '192.168.0.1'], 'private'],
    ['metadata', ['169.254.169.254'], 'link_local'],
    ['mapped', ['::ffff:127.0.0.1'], 'ipv4_mapped'],
  ])('a name with %s addresses', async (_name, addresses, detail) => {
    const { resolver } = answers(addresses)
    const outcome = await sender({ resolver })({ url: 'https://hook.example/' })
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'blocked_address', detail, ours: false })
  })

  test.each([
    ['http://10.0.0.1/', 'private'],
    ['http://169.254.169.254/', 'link_local'],
    ['http://[::ffff:127.0.0.1]/', 'ipv4_mapped'],
    ['http://2130706433/', 'odd_spelling'],
    ['ftp://hook.example/', 'scheme'],
    ['http://kubernetes.default.svc/', 'own_name'],
  ])('a URL that would not be accepted today: %s', async (url, detail) => {
    expect(await sender()({ url })).toMatchObject({ ok: false, error: 'blocked_address', detail })
  })

  test.each<[string, string, boolean | undefined, boolean]>([
    ['a name that does not exist', 'ENOTFOUND', undefined, false],
    ['dead name servers of the receiver', 'ESERVFAIL', true, false],
    ['a dead resolver of ours', 'ESERVFAIL', false, true],
  ])('%s', async (_name, code, alive, ours) => {
    const resolve = () => Promise.reject(Object.assign(new Error(code), { code }))
    const send = sender({ resolver: { resolve, isAlive: async () => alive! } })
    const outcome = await send({ url: 'https://hook.example/' })
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'dns', detail: code, ours })
  })
})
