import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { eventually } from '@lms/testing'
import { type Front, path, startFront } from './http/test-front.ts'
import { answerEmpty, startTestService } from './http/test-service.ts'

const unavailable = {
  status: 503,
  headers: { 'retry-after': '1' },
  body: { error: { code: 'unavailable', reason: 'unavailable' } },
}

test('a service that does not answer in time gives 503, and the request to it ends', async () => {
  const front = await startFront({ deadlines: { answerMs: 2000 } })
  try {
    front.service.act = () => {}
    expect(await front.call('GET')).toMatchObject(unavailable)
    expect(await front.call('POST', { body: { a: 1 } })).toMatchObject(unavailable)
    await eventually('no request to be open', () => front.service.open() === 0)
  } finally {
    await front.stop()
  }
})

describe('an unavailable service', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront()
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  test('gives 503 while it does not listen, and answers again when it is back', async () => {
    const { port } = new URL(front.service.url)
    await front.service.stop()
    for (const method of ['GET', 'POST']) {
      const answer = await front.call(method, method === 'POST' ? { body: { a: 1 } } : {})
      expect(answer).toMatchObject(unavailable)
      expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
    }
    front.service = await startTestService(Number(port))
    expect((await front.call('GET')).status).toBe(200)
  })

  test('gives 503 if it closes the connection; only a read is tried once more before', async () => {
    front.service.act = request => request.socket.destroy()
    expect(await front.call('POST', { body: {} })).toMatchObject(unavailable)
    expect(await front.call('DELETE')).toMatchObject(unavailable)
    expect(front.service.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
    expect(await front.call('GET')).toMatchObject(unavailable)
    expect(front.service.requests).toHaveLength(4)
  })

  test('does not affect a read if it only closed a kept connection', async () => {
    front.service.act = (request, response, body) => {
      if (front.service.requests.length === 1) request.socket.destroy()
      else answerEmpty(request, response, body)
    }
    expect((await front.call('GET')).status).toBe(200)
  })

  test('that dies during its answer never counts as having answered', async () => {
    for (const size of [1000, 1_000_000]) {
      front.service.act = (request, response) => {
        response.writeHead(200, { 'content-length': size }).write('x'.repeat(size / 2), () => {
          request.socket.destroy()
        })
      }
      const answer = await front.call('GET').catch(() => null)
      expect(answer === null || answer.status === 503).toBe(true)
    }
    front.service.act = answerEmpty
    expect((await front.call('GET')).status).toBe(200)
  })

  test.each([
    ['is no HTTP', 'nonsense\r\n\r\n'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['asks to continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['ends in its head', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ])('gives 503 if its answer %s', async (_, answer) => {
    front.service.act = request => request.socket.end(answer)
    for (const method of ['GET', 'POST'])
      expect(await front.call(method, method === 'POST' ? { body: {} } : {})).toMatchObject(unavailable)
    front.service.act = answerEmpty
    expect((await front.call('POST', { body: {} })).status).toBe(200)
  })
})

describe('a service', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront()
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  test('may send word before its answer', async () => {
    front.service.act = (request, response, body) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      answerEmpty(request, response, body)
    }
    expect(await front.call('POST', { body: {} })).toMatchObject({ status: 200, body: {} })
  })

  test('may end its answer with the connection', async () => {
    front.service.act = request => request.socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}')
    expect(await front.call('POST', { body: {} })).toMatchObject({ status: 200 })
  })

  test('gets requests that follow each other over one connection', async () => {
    const sockets = new Set<Socket>()
    front.service.act = (request, response, body) => {
      sockets.add(request.socket)
      answerEmpty(request, response, body)
    }
    for (const method of ['GET', 'POST', 'PATCH', 'GET'])
      expect((await front.call(method, method === 'GET' ? {} : { body: {} })).status).toBe(200)
    expect(sockets.size).toBe(1)
  })

  test('waits with a large answer for its reader', async () => {
    const size = 64 * 1024 * 1024
    let written = 0
    front.service.act = (_, response) => {
      response.writeHead(200, { 'content-length': size })
      const piece = Buffer.alloc(65_536)
      const more = () => {
        while (written < size) {
          written += piece.length
          if (!response.write(piece)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
    }
    const reader = connect(front.gateway.running.port, '127.0.0.1').pause()
    const head = `GET ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nConnection: close\r\n`
    reader.write(`${head}Authorization: Bearer ${front.school.key}\r\n\r\n`)
    let before = 0
    await eventually('the service to wait', () => {
      const waits = before > 0 && written === before
      before = written
      return waits
    })
    expect(written).toBeLessThan(size / 2)
    let read = 0
    reader.on('data', piece => {
      read += piece.length
    })
    reader.resume()
    await once(reader, 'close')
    expect(read).toBeGreaterThan(size)
  })
})

describe('a client that disconnects', () => {
  let front: Front
  beforeAll(async () => {
    front = await startFront()
  })
  afterAll(() => front.stop())
  beforeEach(() => front.reset())

  const isOpen = (count: number) => eventually(`${count} open requests`, () => front.service.open() === count)

  test('while the service works cancels its request', async () => {
    front.service.act = () => {}
    const requests: ClientRequest[] = []
    const ends = Promise.allSettled(
      ['GET', 'GET', 'POST'].map(method =>
        front.begin(method, { 'content-type': 'application/json' }, request => {
          requests.push(request)
          request.end(method === 'POST' ? '{}' : undefined)
        }),
      ),
    )
    await isOpen(3)
    for (const request of requests) request.destroy()
    await isOpen(0)
    await ends
    front.service.act = answerEmpty
    expect((await front.call('GET')).status).toBe(200)
  })

  test('while it sends slowly reaches no service', async () => {
    const headers = { 'content-length': '1000', 'content-type': 'application/json' }
    const sent = Promise.withResolvers<ClientRequest>()
    const end = front.begin('POST', headers, request => {
      request.write('{"a":', () => sent.resolve(request))
    })
    const request = await sent.promise
    // Another client is answered meanwhile.
    expect((await front.call('POST', { body: { a: 1 } })).status).toBe(200)
    expect(front.service.open()).toBe(0)
    request.destroy()
    await expect(end).rejects.toThrow()
    expect((await front.call('GET')).status).toBe(200)
    expect(front.service.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  test('while it sends much leaves nothing behind', async () => {
    const headers = { 'content-length': '2000000', 'content-type': 'application/json' }
    const end = front.begin('POST', headers, request => {
      request.write('{"a":')
      void isOpen(1).then(() => request.destroy())
    })
    await expect(end).rejects.toThrow()
    await isOpen(0)
    expect((await front.call('GET')).status).toBe(200)
  })

  test('during its answer leaves nothing behind', async () => {
    front.service.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    for (let count = 0; count < 5; count++) {
      const socket = connect(front.gateway.running.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${front.school.host}\r\nAuthorization: Bearer ${front.school.key}\r\n\r\n`,
      )
      await once(socket, 'data')
      socket.destroy()
    }
    await isOpen(0)
    front.service.act = answerEmpty
    expect((await front.call('GET')).status).toBe(200)
  })
})
