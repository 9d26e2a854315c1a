// Requests of the agent to the gateway, as any client makes them.
import { request } from 'node:http'

export interface Door {
  /** The address of the gateway: `http://gateway:8000`. */
  readonly origin: string
  /** The school's host. */
  readonly host: string
  /** The credential. */
  readonly token: string
  /** The request that this belongs to: the gateway keeps it as client_request_id, so that a trace leads there. */
  readonly requestId: string
  readonly signal: AbortSignal
}

export interface GatewayRequest {
  readonly method: string
  /** From `/v1` on, with its query. */
  readonly path: string
  readonly body?: string | null
  readonly headers?: Readonly<Record<string, string>>
}
export interface Answered {
  readonly status: number
  /** The JSON of the answer; null if it is none. */
  readonly body: any
}
export type Ask = (input: GatewayRequest) => Promise<Answered>

const maxBytes = 8 * 1024 * 1024

/** A request to the school's API; rejects if the gateway does not answer. */
export const askGateway =
  ({ origin, host, token, requestId, signal }: Door): Ask =>
  ({ method, path, body = null, headers = {} }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const sent = request(
        {
          hostname,
          port,
          method,
          path: `/api${path}`,
          signal,
          headers: {
            host,
            accept: 'application/json',
            authorization: `Bearer ${token}`,
            'user-agent': 'lms-agent',
            'x-request-id': requestId,
            ...(body === null
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        answer => {
          const pieces: Buffer[] = []
          let bytes = 0
          answer.on('data', (piece: Buffer) => {
            bytes += piece.length
            if (bytes > maxBytes) sent.destroy(new Error('The answer of the gateway is too large.'))
            else pieces.push(piece)
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, body: parsed(Buffer.concat(pieces).toString()) }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
