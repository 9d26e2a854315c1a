// The description of the API: compressed once, and not sent again to a client that has it.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { common, Refused } from '@lms/contract'
import type { Request } from 'express'
import type { Document } from '../config.ts'
import type { AnswerHeaders } from '../http/exchange.ts'
import { noPage } from './pages.ts'
import type { Visit } from './route.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface DocumentAnswer {
  status: 200 | 304
  body: Buffer
  headers: AnswerHeaders
}

// Level nine takes a tenth of the time of eleven, and 7 % more bytes.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const compress: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  br: text => promisify(brotliCompress)(text, quality),
  gzip: text => promisify(gzip)(text),
  identity: async text => text,
}
const nothing = Buffer.alloc(0)

/** Sends a document to a client. */
export async function takeDocument({ exchange, path, parts, countBytes }: Visit): Promise<void> {
  const found = await parts.documents.find(path, exchange.request)
  if (!found) throw new Refused(common.not_found, noPage)
  countBytes(found.body.length)
  if (found.status === 200) return exchange.answer(200, found.body, found.headers)
  exchange.head(found.status, found.headers)
  exchange.response.end()
}

export class Documents {
  readonly #documents: Readonly<Record<string, Document>>
  readonly #forms = new Map<string, Promise<{ body: Buffer; etag: string }>>()

  constructor(documents: Readonly<Record<string, Document>>) {
    this.#documents = documents
  }

  has(path: string): boolean {
    return Object.hasOwn(this.#documents, path)
  }

  /** The document of a path, encoded for this client; null if there is none. */
  async find(path: string, request: IncomingMessage): Promise<DocumentAnswer | null> {
    const document = this.has(path) ? this.#documents[path]! : null
    if (!document) return null
    const reads = (encoding: Encoding) => (request as Request).acceptsEncodings(encoding) !== false
    const encoding = reads('br') ? 'br' : reads('gzip') ? 'gzip' : 'identity'
    const { body, etag } = await this.#form(path, document, encoding)
    const headers: AnswerHeaders = { etag, vary: 'accept-encoding' }
    if (isKnown(etag, request.headers['if-none-match'])) return { status: 304, body: nothing, headers }
    headers['content-type'] = document.type
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { status: 200, body, headers }
  }

  /** Made on the first request, then cached. */
  #form(path: string, { body }: Document, encoding: Encoding) {
    const name = `${encoding} ${path}`
    let form = this.#forms.get(name)
    if (!form) {
      form = compress[encoding](Buffer.from(body)).then(made => ({ body: made, etag: etagOf(made) }))
      this.#forms.set(name, form)
    }
    return form
  }
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** RFC 9110, 13.1.2: a list of tags, compared weakly. */
const isKnown = (etag: string, header = '') =>
  header.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
