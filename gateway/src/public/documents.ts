// The description of the API, the same at every school's address.
import { common, Refused } from '@lms/contract'
import type { Document } from '../config.ts'
import { Encoded, sendForm } from './encoded.ts'
import { noPage } from './pages.ts'
import type { Visit } from './route.ts'

const brotliLevel = 9

/** Sends a document. */
export async function takeDocument({ exchange, path, parts, countBytes }: Visit): Promise<void> {
  const document = await parts.documents.find(path)
  if (!document) throw new Refused(common.not_found, noPage)
  const form = document.for(exchange.request.headers['accept-encoding'])
  countBytes(form.body.length)
  sendForm(exchange, 200, form)
}

export class Documents {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #encoded = new Map<string, Promise<Encoded>>()

  constructor(documents: Readonly<Record<string, Document>>) {
    this.#documents = new Map(Object.entries(documents))
  }

  has(path: string): boolean {
    return this.#documents.has(path)
  }

  /** The document of a path, compressed when it is first asked for; null if there is none. */
  async find(path: string): Promise<Encoded | null> {
    const document = this.#documents.get(path)
    if (!document) return null
    const encoded = this.#encoded.get(path) ?? Encoded.of(document.body, document.type, brotliLevel)
    this.#encoded.set(path, encoded)
    return encoded
  }
}
