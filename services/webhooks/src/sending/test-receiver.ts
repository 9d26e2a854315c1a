import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import type { AddressPolicy } from '@lms/service-host/outside'
import { createSender, type SenderOptions, type SendRequest } from './sender.ts'

/** Receivers on this machine for the sender's tests. */

export const local: AddressPolicy = { allowHttp: true, allowLoopback: true, allowPrivate: false }
const closing: (() => Promise<unknown> | unknown)[] = []

export async function closeAll() {
  for (const close of closing.splice(0).reverse()) await close()
}

/** Starts a server on a free port; it is closed after the test. */
export async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise(resolve => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** A sender that is closed after the test. */
export function sender(options: Partial<SenderOptions> = {}) {
  const created = createSender({ policy: local, ...options })
  closing.push(created.close)
  return (request: Partial<SendRequest> & { url: string }) =>
    created.send({ headers: {}, body: '{}', deadlineMs: 5_000, ...request })
}

/** A receiver and one delivery to it; `requests` counts those that arrived. */
export async function deliver(listener: RequestListener, request: Partial<SendRequest> = {}) {
  const requests: string[] = []
  const port = await listen(
    createServer((req, res) => {
      requests.push(req.url!)
      listener(req, res)
    }),
  )
  const outcome = await sender()({ url: `http://127.0.0.1:${port}/hook`, ...request })
  return { outcome, requests }
}

/** A receiver of raw bytes. */
export async function deliverRaw(onRequest: (socket: Socket) => void, request: Partial<SendRequest> = {}) {
  let connections = 0
  const port = await listen(
    createTcpServer(socket => {
      connections++
      socket.once('data', () => onRequest(socket))
    }),
  )
  const outcome = await sender()({ url: `http://127.0.0.1:${port}/hook`, ...request })
  return { outcome, connections }
}

export const never = () => {}
