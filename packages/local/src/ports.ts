import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import getPort from 'get-port'

/**
 * `count` different TCP ports that are free on 127.0.0.1; this process does not get them again for some seconds. They
 * are below the range of outgoing connections (from 32768 on Linux), which could otherwise take a port between its
 * choice and its use. `exclude`: ports that are promised to a server that has not started yet.
 */
export async function freePorts(count: number, exclude: readonly number[] = []): Promise<number[]> {
  const ports: number[] = []
  for (let index = 0; index < count; index++)
    ports.push(await getPort({ host: '127.0.0.1', port: Array.from({ length: 20 }, anyPort), exclude }))
  return ports
}

/**
 * `LMS_FREE_PORTS` narrows the range. Tests beside each other have ranges of their own: between the choice of a port and
 * the start of its server lie seconds, in which others would choose it, too.
 */
const [least, most] = (process.env.LMS_FREE_PORTS ?? '16384-32767').split('-').map(Number) as [number, number]
const anyPort = () => randomInt(least, most + 1)

export type PortState = 'free' | 'taken' | 'forbidden'
const states: Readonly<Record<string, PortState>> = { EADDRINUSE: 'taken', EACCES: 'forbidden' }

/** Whether this user can listen on `port` of `host` right now. Throws if `host` is not of this machine. */
export async function portState(port: number, host = '127.0.0.1'): Promise<PortState> {
  const probe = createServer()
  try {
    await once(probe.listen({ port, host, exclusive: true }), 'listening')
  } catch (error) {
    const state = states[(error as NodeJS.ErrnoException).code ?? '']
    if (state) return state
    throw error
  }
  await new Promise(done => probe.close(done))
  return 'free'
}

export const portIsFree = async (port: number, host?: string): Promise<boolean> =>
  (await portState(port, host)) === 'free'
