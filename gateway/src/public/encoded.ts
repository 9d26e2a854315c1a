// A text that many clients get: compressed once, and not sent again to a client that has it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import type { AnswerHeaders, Exchange } from '../http/exchange.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The bytes that a client gets, and the headers that describe them. */
export interface Form {
  /** Small ones as a text with one character for each byte (Latin-1): it is written together with the head. */
  readonly body: Buffer | string
  readonly headers: AnswerHeaders & { readonly etag: string }
}

/** Up to this many bytes, head and body are sent in one write. */
const onePiece = 16 * 1024

const brotli = (text: Buffer, level: number) =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: level } })

export class Encoded {
  /** The smallest form first. */
  readonly forms: ReadonlyMap<Encoding, Form>
  /** Bytes of all forms. */
  readonly bytes: number

  private constructor(bodies: ReadonlyMap<Encoding, Buffer>, type: string) {
    this.forms = new Map([...bodies].map(([encoding, body]) => [encoding, formOf(body, encoding, type)]))
    this.bytes = [...bodies.values()].reduce((sum, body) => sum + body.length, 0)
  }

  /** `level` is Brotli's: nine takes a tenth of the time of eleven, five a tenth of that. */
  static async of(text: string, type: string, level: number): Promise<Encoded> {
    const identity = Buffer.from(text)
    const [br, gzipped] = await Promise.all([brotli(identity, level), promisify(gzip)(identity)])
    const bodies: [Encoding, Buffer][] = [
      ['br', br],
      ['gzip', gzipped],
    ]
    const smaller = bodies.filter(([, body]) => body.length < identity.length)
    return new Encoded(new Map([...smaller, ['identity', identity]]), type)
  }

  /** Without compressed forms, for a text that one client gets. */
  static plain(text: string, type: string): Encoded {
    return new Encoded(new Map([['identity', Buffer.from(text)]]), type)
  }

  /** Whether it is this text. */
  is(text: string, type: string): boolean {
    const { headers } = this.forms.get('identity')!
    return headers['content-type'] === type && headers.etag === tagOf(Buffer.from(text))
  }

  /** The form that a client prefers, by its Accept-Encoding. */
  for(accepted: string | undefined): Form {
    return this.forms.get(preferred(accepted, this.forms))!
  }
}

function formOf(body: Buffer, encoding: Encoding, type: string): Form {
  const described: Form['headers'] = {
    etag: tagOf(body),
    vary: 'accept-encoding',
    'content-type': type,
    'content-length': body.length,
  }
  return {
    body: body.length <= onePiece ? body.toString('latin1') : body,
    headers: encoding === 'identity' ? described : { ...described, 'content-encoding': encoding },
  }
}

const tagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/**
 * The encoding with the greatest weight, of equals the smallest form (RFC 9110, 12.5.3). Without the header, and for a
 * client that accepts none, the text as it is.
 */
export function preferred(accepted: string | undefined, forms: ReadonlyMap<Encoding, unknown>): Encoding {
  if (!accepted) return 'identity'
  const weights = weightsOf(accepted)
  const others = weights.get('*') ?? 0
  let best: Encoding = 'identity'
  let most = 0
  for (const encoding of forms.keys()) {
    // The text as it is may always be sent unless it is excluded, but only if nothing else fits.
    const unnamed = encoding === 'identity' && !weights.has('*') ? 0.0001 : others
    const weight = weights.get(encoding) ?? unnamed
    if (weight > most) [best, most] = [encoding, weight]
  }
  return best
}

/** Browsers send few different headers: their weights are read once. */
const readBefore = new LRUCache<string, ReadonlyMap<string, number>>({ max: 100 })

function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const before = readBefore.get(accepted)
  if (before) return before
  const weights = new Map(accepted.split(',', 20).map(weightOf))
  readBefore.set(accepted, weights)
  return weights
}

/** `gzip;q=0.5` → gzip, 0.5. A weight that is no number is none. */
function weightOf(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';')
  const quality = parameters.map(each => /^\s*q\s*=\s*(.*)$/i.exec(each)?.[1]).find(Boolean)
  return [name.trim().toLowerCase(), quality === undefined ? 1 : Number(quality) || 0]
}

/** Sends a form, or 304 to a client that has it. Both have `headers`: a client updates its stored ones by a 304. */
export function sendForm(exchange: Exchange, status: number, form: Form, headers: AnswerHeaders = {}): void {
  if (status === 200 && fresh(exchange.request.headers, form.headers)) {
    const { etag, vary } = form.headers
    exchange.head(304, { ...headers, etag, vary: vary! })
    exchange.response.end()
    return
  }
  exchange.head(status, { ...headers, ...form.headers })
  exchange.response.end(form.body, 'latin1')
}
