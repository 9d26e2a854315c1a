// Bounds the connections, in all and by network: one address cannot take them all.
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Shares, type SharesOptions } from '../limits/shares.ts'
import type { Addresses } from './address.ts'

const minute = 60_000

export class Connections {
  readonly #open: Shares
  readonly #addresses: Addresses
  readonly #log: Logger
  #refused = 0
  #telling: NodeJS.Timeout | null = null

  constructor(bounds: SharesOptions, addresses: Addresses, log: Logger) {
    this.#open = new Shares(bounds)
    this.#addresses = addresses
    this.#log = log
  }

  /** Counts a new connection, or closes it if its network has too many. Configured proxies have no maximum. */
  take(socket: Socket): void {
    const network = this.#addresses.networkOf(socket)
    if (network === null) return
    if (this.#open.take(network, network) === null)
      socket.once('close', () => this.#open.give(network, network))
    else {
      socket.destroy()
      this.#refused++
      this.#telling ??= setTimeout(() => this.#report(), minute).unref()
    }
  }

  #report(): void {
    this.#log.warn({ connections: this.#refused }, 'connections were closed: their addresses had too many')
    this.#refused = 0
    this.#telling = null
  }
}
