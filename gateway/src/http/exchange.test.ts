import type { IncomingMessage, ServerResponse } from 'node:http'
import { Exchange } from './exchange.ts'

const exchange = (headers: Record<string, string> = {}) =>
  new Exchange(
    { method: 'GET', headers, socket: { bytesWritten: 500 } } as unknown as IncomingMessage,
    { statusCode: 200 } as ServerResponse,
  )
const theirs = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const traceparent = `00-${theirs.traceId}-${theirs.spanId}-01`

test('without spans ids are random, new, and of the form of a trace id', () => {
  const all = Array.from({ length: 2000 }, () => exchange({ traceparent }))
  for (const { requestId, traceparent } of all.slice(0, 5)) {
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(traceparent).toBe(`00-${requestId}-${requestId.slice(0, 16)}-01`)
  }
  expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(2000)
  expect(all.some(({ requestId }) => requestId === theirs.traceId)).toBe(false)
})

test.each([
  ['my id 1', 'my id 1'],
  ['a'.repeat(128), 'a'.repeat(128)],
  ['a'.repeat(129), null],
  ['', null],
  ['naïve', null],
  [undefined, null],
])('of the client’s X-Request-Id %j is kept %j', (header, expected) => {
  expect(exchange(header === undefined ? {} : { 'x-request-id': header }).clientRequestId).toBe(expected)
})

test('each byte of a connection is counted once, also where requests follow each other without waiting', () => {
  const socket = { bytesWritten: 0 }
  const on = () => {
    const request = { method: 'GET', headers: {}, socket } as unknown as IncomingMessage
    return new Exchange(request, {} as ServerResponse)
  }
  const [first, second] = [on(), on()]
  socket.bytesWritten = 300
  expect(first.countSent()).toBe(300)
  socket.bytesWritten = 420
  expect([second.countSent(), second.countSent()]).toEqual([120, 0])
})
