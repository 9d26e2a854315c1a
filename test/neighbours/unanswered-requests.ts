// Requests that are begun and never ended.
import { connect } from 'node:net'
import { type Endpoint, ownAddress } from './attacker.ts'

/**
 * Announces a body of 20,000 bytes and sends a few of them. Gives the status of what is answered, 0 when the connection
 * closes without an answer or the signal ends it.
 */
export function beginRequest(
  { origin, host, keys }: Endpoint,
  { method, path, as }: { method: string; path: string; as: keyof Endpoint['keys'] },
  signal: AbortSignal,
): Promise<number> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress: ownAddress })
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${keys[as]}`,
    'Content-Type: application/json',
    'Content-Length: 20000',
  ]
  return new Promise(resolve => {
    let heard = ''
    const end = () => socket.destroy()
    signal.addEventListener('abort', end, { once: true })
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n{"id":`))
    socket.on('data', text => {
      heard += text
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0))
    })
  })
}

/** Milliseconds after which a client gives up what it does not read, and asks anew. */
const patience = 1000

/** Asks, reads nothing of the answer, and resets the connection after a while. Gives 0. */
export function leaveUnread(
  { origin, host, keys }: Endpoint,
  { path, as }: { path: string; as: keyof Endpoint['keys'] },
  signal: AbortSignal,
): Promise<number> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), localAddress: ownAddress })
  const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${keys[as]}`]
  return new Promise(resolve => {
    const end = () => socket.resetAndDestroy()
    signal.addEventListener('abort', end, { once: true })
    const late = setTimeout(end, patience)
    socket.pause()
    socket.on('connect', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.on('error', () => {})
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      clearTimeout(late)
      resolve(0)
    })
  })
}
