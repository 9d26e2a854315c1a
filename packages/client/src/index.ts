// The client with all resources: `new OpenSchool({ baseUrl, apiKey }).orders.list({ status: 'paid' })`.
import { Client, type ClientOptions } from './core/client.ts'
import { type FollowOptions, follow } from './core/follow.ts'
import { type Trace, trace } from './core/trace.ts'
import { EventsApi } from './generated/events.ts'
import { Resources } from './generated/resources.ts'
import type { AuditEntry, Delivery, EventMask, SchoolEvent } from './generated/types.ts'

export * from './core.ts'
export type * from './generated/types.ts'

/** The journal of events, and the feed that follows it. */
export class Events extends EventsApi {
  readonly #client: Client
  constructor(client: Client) {
    super(client)
    this.#client = client
  }
  /** Events in their order, without an end: what came after `after`, and then what happens. */
  follow(options: FollowOptions<EventMask> = {}): AsyncGenerator<SchoolEvent, void> {
    return follow<SchoolEvent>(this.#client, options)
  }
}

/** The API of one school. */
export class OpenSchool extends Resources {
  override readonly events: Events
  readonly #client: Client

  constructor(options: ClientOptions) {
    const client = new Client(options)
    super(client)
    this.#client = client
    this.events = new Events(client)
  }

  /** The client without resources, for calls of functions: `orders.list(lms.client)`. */
  get client(): Client {
    return this.#client
  }

  /** What one request has caused: its record, its events and their deliveries, as far as the key may read them. */
  trace(requestId: string): Promise<Trace<AuditEntry, SchoolEvent, Delivery>> {
    return trace(this.#client, requestId)
  }
}
