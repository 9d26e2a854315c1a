// The description of the API and the documentation, the same at every school's address and the platform team's.
import type { Document } from '../config.ts'
import { Encoded } from './encoded.ts'

const brotliLevel = 9

export class Documents {
  readonly #documents: ReadonlyMap<string, Document>
  readonly #further: FindDocument
  /** As many as there are documents: what is not found is not kept. */
  readonly #encoded = new Map<string, Promise<Encoded | null>>()

  /** `further` finds documents that are made when they are first asked for. */
  constructor(documents: Readonly<Record<string, Document>>, further: FindDocument = async () => null) {
    this.#documents = new Map(Object.entries(documents))
    this.#further = further
  }

  /** The document of a path, compressed when it is first asked for; null if there is none. */
  async find(path: string): Promise<Encoded | null> {
    const present = this.#encoded.get(path)
    if (present) return present
    const encoding = this.#make(path)
    this.#encoded.set(path, encoding)
    try {
      const encoded = await encoding
      if (!encoded) this.#encoded.delete(path)
      return encoded
    } catch (error) {
      this.#encoded.delete(path)
      throw error
    }
  }

  async #make(path: string): Promise<Encoded | null> {
    const document = this.#documents.get(path) ?? (await this.#further(path))
    return document && Encoded.of(document.body, document.type, brotliLevel)
  }
}

/** The document at a path; null if there is none. */
export type FindDocument = (path: string) => Promise<Document | null>
