import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { Resolver } from '@lms/service-host/outside'
import { closeAll, deliver, deliverRaw, listen, never, sender } from './test-receiver.ts'

afterEach(closeAll)

describe('the answer of a receiver', () => {
  test('200: the exact bytes, headers, path and host arrive', async () => {
    let seen: unknown
    const { outcome } = await deliver(
      (req, res) => {
        const chunks: Buffer[] = []
        req.on('data', chunk => chunks.push(chunk))
        req.on('end', () => {
          const { method, url, headers } = req
          seen = {
            method,
            url,
            signature: headers['x-lms-signature'],
            body: Buffer.concat(chunks).toString(),
          }
          res.end('thanks')
        })
      },
      { headers: { 'X-LMS-Signature': 't=1,v1=a' }, body: Buffer.from('{"a":"ü"}') },
    )
    expect(seen).toEqual({ method: 'POST', url: '/hook', signature: 't=1,v1=a', body: '{"a":"ü"}' })
    const success = { ok: true, status: 200, body: 'thanks', error: null, detail: null, ours: false }
    expect(outcome).toEqual({ ...success, durationMs: expect.any(Number) })
  })

  test.each([201, 202, 204, 299])('%i is success', async status => {
    const { outcome } = await deliver((_req, res) => res.writeHead(status).end())
    expect(outcome).toMatchObject({ ok: true, status, error: null })
  })

  test.each([304, 400, 401, 410, 429, 500, 503])('%i is an ordinary failure', async status => {
    const { outcome, requests } = await deliver((_req, res) => {
      res.writeHead(status, { 'Retry-After': '0' }).end(status === 304 ? undefined : 'no')
    })
    expect(outcome).toMatchObject({ ok: false, status, error: 'http_status', ours: false })
    expect(requests).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('%i is not followed, to metadata or anywhere', async status => {
    for (const location of ['http://169.254.169.254/latest/meta-data/', '/elsewhere']) {
      const { outcome, requests } = await deliver((_req, res) => {
        res.writeHead(status, { location }).end()
      })
      expect(outcome).toMatchObject({ ok: false, status, error: 'http_status' })
      expect(requests).toEqual(['/hook'])
    }
  })

  test('an informational status is not the answer', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'
    const answered = await deliverRaw(socket => socket.end(`${early}HTTP/1.1 200 OK\r\n\r\nok`))
    expect(answered.outcome).toMatchObject({ ok: true, status: 200, body: 'ok' })
    const closed = await deliverRaw(socket => socket.end(early))
    expect(closed.outcome).toMatchObject({ ok: false, status: null, error: 'closed' })
  })
})

describe('one deadline', () => {
  test('a missing answer', async () => {
    const { outcome } = await deliver(never, { deadlineMs: 1000 })
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'timeout_headers', ours: false })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(995)
    expect(outcome.durationMs).toBeLessThan(5000)
  })

  test('slow headers do not prolong it', async () => {
    let timer: NodeJS.Timeout | undefined
    const { outcome } = await deliverRaw(
      socket => {
        socket.write('HTTP/1.1 200 OK\r\n')
        timer = setInterval(() => socket.write('X-A: b\r\n'), 20)
      },
      { deadlineMs: 1000 },
    )
    clearInterval(timer)
    expect(outcome).toMatchObject({ ok: false, status: null, error: 'timeout_headers' })
    expect(outcome.durationMs).toBeLessThan(5000)
  })

  test.each([
    [200, true],
    [500, false],
  ])('a slow body has one of its own, and the status %i decides before it', async (status, ok) => {
    let timer: NodeJS.Timeout | undefined
    let dropped: Promise<unknown> | undefined
    const answered: boolean[] = []
    const { outcome } = await deliver(
      (_req, res) => {
        dropped = new Promise(resolve => res.on('close', resolve))
        res.writeHead(status).write('a')
        timer = setInterval(() => res.write('b'), 5)
      },
      { answered: ok => answered.push(ok) && 500 },
    )
    await dropped
    clearInterval(timer)
    const error = ok ? null : 'http_status'
    expect(outcome).toMatchObject({ ok, status, body: expect.stringMatching(/^ab+$/), error, ours: false })
    expect(answered).toEqual([ok])
  })

  test('a body that comes with its status needs no time of its own', async () => {
    const answered: boolean[] = []
    const { outcome } = await deliver((_req, res) => res.end('thanks'), {
      answered: ok => answered.push(ok) && 0,
    })
    expect(outcome).toMatchObject({ ok: true, body: 'thanks' })
    expect(answered).toEqual([])
  })

  test('a receiver that accepts and never starts TLS', async () => {
    const port = await listen(createTcpServer(never))
    const outcome = await sender()({ url: `https://localhost:${port}/`, deadlineMs: 100 })
    expect(outcome).toMatchObject({ ok: false, error: 'timeout_connect', ours: false })
  })

  test('nothing is sent after it', async () => {
    const requests: string[] = []
    const port = await listen(createServer((req, res) => requests.push(req.url!) && res.end()))
    let answer: (addresses: string[]) => void = never
    const resolver: Resolver = { resolve: () => new Promise(resolve => (answer = resolve)) }
    const send = sender({ resolver })
    const url = `http://hook.example:${port}/`
    expect(await send({ url, deadlineMs: 50 })).toMatchObject({ ok: false, error: 'timeout_connect' })
    answer(['127.0.0.1'])
    expect(await send({ url: `http://127.0.0.1:${port}/after` })).toMatchObject({ ok: true })
    expect(requests).toEqual(['/after'])
  })
})

describe('response bodies', () => {
  test('of a claimed gigabyte 4 KB are read and the connection is dropped', async () => {
    let written = 0
    let dropped: Promise<unknown> | undefined
    const { outcome } = await deliver((_req, res) => {
      dropped = new Promise(resolve => res.on('close', resolve))
      res.writeHead(200, { 'Content-Length': 2 ** 30 })
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(16_384))) written += 16_384
      }
      res.on('drain', more)
      more()
    })
    await dropped
    expect(outcome).toMatchObject({ ok: true, status: 200 })
    expect(outcome.body).toBe('x'.repeat(4096))
    expect(written).toBeLessThan(50 * 2 ** 20)
  })

  test.each([4095, 4096, 4097, 20_000])('%i bytes with Connection: close', async size => {
    const { outcome } = await deliver((_req, res) => {
      res.writeHead(500, { Connection: 'close' }).end('x'.repeat(size))
    })
    expect(outcome).toMatchObject({ status: 500, body: 'x'.repeat(Math.min(size, 4096)) })
  })

  test('errors have their stacks after one was cut off', async () => {
    await deliver((_req, res) => void res.writeHead(200).end('x'.repeat(20_000)))
    expect(new Error('later').stack).toContain('sender.test')
  })

  test('a body that ends early lets the status decide', async () => {
    const { outcome } = await deliverRaw(socket => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npartial')
    })
    expect(outcome).toMatchObject({ ok: true, status: 200, body: 'partial', error: null })
  })

  test('NUL and invalid UTF-8 are made storable, within 4 KB', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.alloc(5_000, 0xff)])
    const { outcome } = await deliver((_req, res) => res.end(bytes))
    expect(outcome.body).toMatch(/^a\ufffdb\ufffd+$/)
    expect(Buffer.byteLength(outcome.body)).toBeLessThanOrEqual(4096)
    expect(outcome.body.isWellFormed()).toBe(true)
  })

  test('the cut is at a character’s boundary', async () => {
    const { outcome } = await deliver((_req, res) => res.end(`a${'ü'.repeat(4_000)}`))
    expect(outcome.body).toBe(`a${'ü'.repeat(2047)}`)
  })
})

test('without TLS nothing is sent to a public address, however the name is resolved', async () => {
  const resolver: Resolver = { resolve: async () => ['93.184.216.34'] }
  const send = sender({ resolver })
  expect(await send({ url: 'http://hook.example/' })).toMatchObject({
    ok: false,
    status: null,
    error: 'blocked_address',
    detail: 'scheme',
  })
})
