// A middleware of Express for the address of a webhook: it reads the raw body, verifies it, and sets `request.event`.
import type { SchoolEvent } from './generated/event-types.ts'
import { type HeaderFields, SignatureError, type VerifyOptions, verify } from './webhooks.ts'

/** What the middleware needs of a request: no types of Express, so that any version fits. */
export interface IncomingRequest extends AsyncIterable<Uint8Array> {
  readonly headers: HeaderFields
  body?: unknown
  event?: SchoolEvent
}
export interface OutgoingResponse {
  statusCode: number
  end(text?: string): unknown
}

export interface MiddlewareOptions extends VerifyOptions {
  secret: string | readonly string[]
  /** Maximum bytes of a body: 1 MiB. Events have at most 256 KB. */
  maxBytes?: number
}

/**
 * Sets `request.event`, or answers 400 where the signature does not match. Put it before `express.json()`, or use
 * `express.raw()` before it: a body that was parsed cannot be verified any more.
 */
export const webhook =
  ({ secret, maxBytes = 1024 ** 2, ...options }: MiddlewareOptions) =>
  async (
    request: IncomingRequest,
    response: OutgoingResponse,
    next: (error?: unknown) => void,
  ): Promise<void> => {
    try {
      const body = await rawBody(request, maxBytes)
      if (body === null) return refuse(response, 413, `The body has more than ${maxBytes} bytes.`)
      request.event = await verify({ headers: request.headers, body }, secret, options)
    } catch (error) {
      if (error instanceof SignatureError) return refuse(response, 400, error.message)
      return next(error)
    }
    next()
  }

function refuse(response: OutgoingResponse, status: number, message: string): void {
  response.statusCode = status
  response.end(message)
}

async function rawBody(request: IncomingRequest, maxBytes: number): Promise<Uint8Array | null> {
  if (request.body instanceof Uint8Array) return request.body.length > maxBytes ? null : request.body
  if (request.body !== undefined && Object.keys(request.body as object).length > 0)
    throw new Error(
      'The body was parsed before the webhook was verified: put the middleware before express.json().',
    )
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  return body
}
