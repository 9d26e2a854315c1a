// Reads a request's body: JSON of at most 1 MiB, unless programs of the installation send more. Other bodies are refused.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type BodyBounds, common, Refused } from '@lms/contract'
import { refuseBeyond } from './body-size.ts'
import { byteOfFault } from './json-fault.ts'

export const maxBytes = 1024 * 1024

/** The client, or the gateway for it, disconnected: nobody waits for an answer. */
export class ClientLeft extends Error {}

/**
 * The raw body; refuses with not_json if it is too large or not UTF-8, throws ClientLeft if it never becomes complete.
 */
export function readBody(request: IncomingMessage, most = maxBytes): Promise<string> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (hasBody(request) && !/^identity$/i.test(encoding)) return Promise.reject(encoded())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // The rest is drained, so that the answer reaches a client that is still sending.
      if (size <= most) chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > most) return reject(tooLarge())
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      // Decoding it anyway would store characters that nobody sent.
      if (!isUtf8(body))
        return reject(new Refused(common.not_json, 'The body is not UTF-8. Send it in UTF-8.'))
      resolve(body.toString('utf8'))
    })
    request.on('error', error => reject(new ClientLeft('the body was cut off', { cause: error })))
    request.on('close', () => request.complete || reject(new ClientLeft('the body was cut off')))
  })
}

/** Whether a request announces a body that is not empty. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/**
 * Reads and drops the rest of a request, so that its answer arrives: closing a connection with unread data resets it,
 * and the reset discards the answer.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || !hasBody(request)) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => resolve()
    request.once('end', done).once('close', done).once('error', done).resume()
  })
}

const encoded = () => new Refused(common.not_json, 'Send the body without a Content-Encoding.')
const tooLarge = () => new Refused(common.not_json, 'The body is larger than 1 MiB. Split the request.')

/** The value of a JSON body; refuses with not_json and invalid_body. An empty body is an empty object. */
export function parseBody(request: IncomingMessage, raw: string, bounds: BodyBounds): unknown {
  if (raw === '') return {}
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type))
    throw new Refused(common.not_json, 'Send the body as JSON with Content-Type: application/json.')
  refuseBeyond(raw, bounds)
  try {
    return JSON.parse(raw, mayHide(raw) ? refuseHidden : undefined)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(common.not_json, `The body is not well-formed JSON: ${placeOfFault(raw)}.`)
  }
}

function placeOfFault(raw: string): string {
  const byte = byteOfFault(raw)
  return byte >= Buffer.byteLength(raw)
    ? `it ends too early, at byte ${byte}`
    : `byte ${byte} cannot stand where it is`
}

// Schemas with free names ignore this one silently: a filter with such a condition would match everything.
const hidden = '__proto__'
/** Its letters may be escaped, too. */
const mayHide = (raw: string) => /__proto__|\\u00[567]/.test(raw)

function refuseHidden(name: string, value: unknown): unknown {
  if (name !== hidden) return value
  const details = [{ path: 'body', message: `no field may be named ${hidden}` }]
  throw new Refused(common.invalid_body, undefined, { details })
}
