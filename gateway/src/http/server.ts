// An HTTP server without answers of its own: errors that Node would report before there is a request (400, 408, 417,
// 431) have the common error shape, or the connection is closed.
import { createServer, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { codeNames, errorBody, Refused } from '@lms/contract'
import { endingOf } from '@lms/service-host/front'
import type { Deadlines } from '../config.ts'
import type { Connections } from './connections.ts'
import { newRequestId } from './exchange.ts'
import { isStreaming } from './streams.ts'
import { malformed } from './target.ts'

export interface Listening {
  port: number
  /** Accepts no more requests, and lets running ones finish for at most `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** A slower client is cut off; Node checks this at intervals. */
const timeoutsOf = ({ headMs, requestMs }: Pick<Deadlines, 'headMs' | 'requestMs'>) => ({
  headersTimeout: headMs,
  requestTimeout: requestMs,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: Math.min(5000, requestMs),
})
/** A connection without traffic in either direction is closed after this time. */
const silentMs = 90_000

export interface ListenOptions {
  port: number
  host: string | undefined
  deadlines: Deadlines
  connections: Connections
}

/** Serves a listener on a port (0: a free one); without a host on every interface. */
export function listen(
  { port, host, deadlines, connections }: ListenOptions,
  listener: RequestListener,
): Promise<Listening> {
  // A request without a Host header belongs to no school; Node's own answer would have no body.
  const server = createServer({ ...timeoutsOf(deadlines), requireHostHeader: false }, listener)
  const close = endingOf(server)
  server.timeout = silentMs
  server.on('connection', socket => connections.take(socket))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (!late || !isStreaming(socket as Socket)) answerUnreadable(error, socket as Socket)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', reject)
      resolve({ port: (server.address() as AddressInfo).port, close })
    })
  })
}

/** Connections with an answer. Further data are read and dropped: a reset would discard the answer. */
const answered = new WeakSet<Socket>()
const lingerMs = 2000

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (answered.has(socket)) return
  // Node's own handler checks in the same way whether an answer has begun on this connection.
  const hasStarted = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent
  if (!socket.writable || hasStarted || !error.code?.startsWith('HPE_')) return void socket.destroy()
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const refused = new Refused(
    malformed,
    tooLong ? 'There are more than 1000 headers, or they are larger than 16 KiB. Send less.' : undefined,
  )
  answered.add(socket)
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
  const requestId = newRequestId()
  const body = JSON.stringify(errorBody(refused, requestId))
  const { status } = malformed
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? codeNames[status]}\r\n` +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`,
  )
}
