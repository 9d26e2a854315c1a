// Connections to the services, kept alive and used again. An undici client is one connection; its pool would look
// through all clients for each request.
import { buildConnector, Client } from 'undici'

/**
 * Well below the 65 s after which a service closes an idle connection, so that the gateway never uses one that is just
 * closing.
 */
const idleMs = 20_000

export interface ServiceConnectionsOptions {
  /** A connection is given up if it is not established in this time. */
  connectMs: number
  /** How long a service may send nothing. */
  answerMs: number
}

export class ServiceConnections {
  readonly #options: Client.Options
  /** Connections without a request, by origin; the one used last is used next. */
  readonly #idle = new Map<string, Client[]>()
  readonly #all = new Set<Client>()

  constructor({ connectMs, answerMs }: ServiceConnectionsOptions) {
    this.#options = {
      connect: buildConnector({ timeout: connectMs, allowH2: false }),
      allowH2: false,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
    }
  }

  /** A connection to an origin for one request. It opens with the request, where it is not open. */
  take(origin: string): Client {
    return this.#idle.get(origin)?.pop() ?? this.#make(origin)
  }

  /** Gives a connection back for other requests: the answer was read to its end. */
  giveBack(origin: string, client: Client): void {
    const idle = this.#idle.get(origin)
    if (idle) idle.push(client)
    else this.#idle.set(origin, [client])
  }

  /** Closes a connection. */
  drop(origin: string, client: Client): void {
    const idle = this.#idle.get(origin) ?? []
    const at = idle.indexOf(client)
    if (at >= 0) idle.splice(at, 1)
    this.#all.delete(client)
    void client.destroy()
  }

  /** Closes all connections, whatever is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(client => client.destroy()))
  }

  #make(origin: string): Client {
    const client = new Client(origin, this.#options)
    // One that has a request stays: undici opens it anew where the request was not written yet, and else ends the request.
    client.on('disconnect', () => {
      if (this.#idle.get(origin)?.includes(client)) this.drop(origin, client)
    })
    this.#all.add(client)
    return client
  }
}
