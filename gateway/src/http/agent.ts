// Connections to the services: kept alive, and given up if they are not established in time.
import { Agent, type AgentOptions } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Well below the 65 s after which a service closes an idle connection, so that the gateway never uses one that is just
 * closing.
 */
const idleMs = 20_000

export class ServiceAgent extends Agent {
  readonly #connectMs: number

  constructor(connectMs: number, options: AgentOptions = {}) {
    super({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo', timeout: idleMs, ...options })
    this.#connectMs = connectMs
  }

  override createConnection(...given: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const socket = super.createConnection(...given)
    if (!socket) return socket
    const late = setTimeout(() => {
      const error = new Error(`no connection within ${this.#connectMs} ms`)
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }, this.#connectMs)
    socket.once('connect', () => clearTimeout(late)).once('close', () => clearTimeout(late))
    return socket
  }
}
