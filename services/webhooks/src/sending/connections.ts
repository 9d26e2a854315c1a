// Connections to receivers, kept alive and used again. An undici client is one connection. Its agent and its pool look through
// all clients of an origin for each request, and tell each other of it by events: 5 to 13 µs a request.
import { Client } from 'undici'

export interface ConnectionsOptions extends Client.Options {
  /** A connection is given up after so many milliseconds, however busy. */
  ttlMs: number
  /** A monotonic clock in milliseconds. */
  now: () => number
}

export interface Connection {
  readonly client: Client
  readonly origin: string
  openedAt: number
}

export class Connections {
  readonly #options: Client.Options
  readonly #ttlMs: number
  readonly #now: () => number
  /** Connections without a request, by origin; the one used last is used next. */
  readonly #idle = new Map<string, Connection[]>()
  readonly #all = new Set<Connection>()

  constructor({ ttlMs, now, ...options }: ConnectionsOptions) {
    this.#options = options
    this.#ttlMs = ttlMs
    this.#now = now
  }

  /** A connection to an origin for one request. It opens with the request, where it is not open. */
  take(origin: string): Connection {
    const idle = this.#idle.get(origin)
    for (let connection = idle?.pop(); connection; connection = idle?.pop()) {
      if (this.#now() - connection.openedAt < this.#ttlMs) return connection
      this.drop(connection)
    }
    return this.#make(origin)
  }

  /** Gives a connection back for other requests: the answer was read to its end. */
  giveBack(connection: Connection): void {
    const idle = this.#idle.get(connection.origin)
    if (idle) idle.push(connection)
    else this.#idle.set(connection.origin, [connection])
  }

  /** Closes a connection. */
  drop(connection: Connection): void {
    const rest = (this.#idle.get(connection.origin) ?? []).filter(one => one !== connection)
    if (rest.length > 0) this.#idle.set(connection.origin, rest)
    else this.#idle.delete(connection.origin)
    this.#all.delete(connection)
    void connection.client.destroy()
  }

  /** Closes all connections, whatever is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ client }) => client.destroy()))
  }

  #make(origin: string): Connection {
    const client = new Client(origin, this.#options)
    const connection = { client, origin, openedAt: this.#now() }
    client.on('connect', () => {
      connection.openedAt = this.#now()
    })
    // One that has a request stays: undici opens it anew where the request was not written yet, and else ends the request.
    client.on('disconnect', () => {
      if (this.#idle.get(origin)?.includes(connection)) this.drop(connection)
    })
    this.#all.add(connection)
    return connection
  }
}
