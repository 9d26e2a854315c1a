// Receive webhooks
//
// An event may arrive twice, and in another order than it happened. So: verify the signature over the body as it came, keep
// each event once by its id, and answer before the work is done. `Request` and `Response` are those of the platform: this
// is a handler for Node, Bun, Deno and workers alike.
import type { SchoolEvent } from '@open-school/client'
import { SignatureError, verify } from '@open-school/client/webhooks'

export interface EventStore {
  /** Keeps an event; false if one with this id is there already. One statement: `insert … on conflict do nothing`. */
  insert(id: string, event: SchoolEvent): Promise<boolean>
}

/** Answers a delivery: 204 for an event that is kept, 400 for what the school has not sent. */
export async function receive(request: Request, secret: string, store: EventStore): Promise<Response> {
  try {
    const event = await verify(request, secret)
    await store.insert(event.id, event)
    return new Response(null, { status: 204 })
  } catch (error) {
    // What is not stored is sent again, up to six times.
    if (!(error instanceof SignatureError)) throw error
    return new Response(error.message, { status: 400 })
  }
}
