// The description of the API, the same at every school's address.
import type { Document } from '../config.ts'
import { Encoded } from './encoded.ts'

const brotliLevel = 9

export class Documents {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #encoded = new Map<string, Promise<Encoded>>()

  constructor(documents: Readonly<Record<string, Document>>) {
    this.#documents = new Map(Object.entries(documents))
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
