// Stored secrets: AES-256-GCM with a ring of keys. The first key encrypts, all keys decrypt.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The ending of an encrypted text that is bound to its place. */
const bound = 'bound'

export class Vault {
  readonly #keys: Map<string, Buffer>
  readonly #first: string
  /** By use. A page has hundreds of links, and their key took half of the time of each. */
  readonly #derived = new Map<string, readonly { readonly id: string; readonly key: Buffer }[]>()

  /** `ring` is `id:base64,id:base64`, each key 32 bytes: the form of LMS_SECRET_KEYS. */
  constructor(ring: string) {
    const entries = ring.split(',').map(entry => {
      const colon = entry.indexOf(':')
      const key = Buffer.from(entry.slice(colon + 1), 'base64')
      if (colon < 1 || key.length !== 32)
        throw new Error('LMS_SECRET_KEYS must be a list id:base64,id:base64 of 32-byte keys.')
      return [entry.slice(0, colon), key] as const
    })
    this.#keys = new Map(entries)
    this.#first = entries[0]![0]
  }

  /** The names of the keys, the present one first. */
  get ids(): string[] {
    return [...this.#keys.keys()]
  }

  /**
   * The ring of one service, each key derived from one of this ring (HKDF, RFC 5869). It decrypts nothing of another
   * service, and neither this ring nor other derived keys can be computed from it.
   */
  ringOf(service: string): string {
    const own = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', `secrets of ${service}`, 32))
    return [...this.#keys].map(([id, key]) => `${service}-${id}:${own(key).toString('base64')}`).join(',')
  }

  /**
   * `id.nonce.ciphertext.tag`, base64url. With a `place`, which names table, school and row, the text ends in `.bound`
   * and can be decrypted only for that place: with write access to the database it cannot be moved into another row.
   */
  seal(plain: string, location?: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#first)!, nonce)
    if (location !== undefined) cipher.setAAD(Buffer.from(location))
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return [
      this.#first,
      ...[nonce, sealed, cipher.getAuthTag()].map(part => part.toString('base64url')),
      ...(location === undefined ? [] : [bound]),
    ].join('.')
  }

  /** The beginning and ending of a text encrypted for its place by the present key; a job encrypts others again. */
  get present(): { begins: string; ends: string } {
    return { begins: `${this.#first}.`, ends: `.${bound}` }
  }

  /** The plain text; throws if the ring lacks the key, the text was altered, or it is bound to another place. */
  open(text: string, location = ''): string {
    const [id, ...parts] = text.split('.')
    const isBound = parts.at(-1) === bound
    if (isBound) parts.pop()
    const key = this.#keys.get(id ?? '')
    if (!key || parts.length !== 3)
      throw new Error(`LMS_SECRET_KEYS has no key ${id}, so the value cannot be decrypted.`)
    const [nonce, sealed, tag] = parts.map(part => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer]
    // Otherwise a tag cut to four bytes would be accepted, and four bytes can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    decipher.setAuthTag(tag)
    if (isBound) decipher.setAAD(Buffer.from(location))
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  }

  /** A key for another use (signing cursors, database passwords), derived from the first key. */
  derive(use: string): Buffer {
    return this.derivedKeys(use)[0]!.key
  }

  /** The same from each key of the ring, the present one first, so that signatures by an older one stay valid. */
  derivedKeys(use: string): readonly { readonly id: string; readonly key: Buffer }[] {
    let derived = this.#derived.get(use)
    if (!derived) {
      derived = [...this.#keys].map(([id, key]) => ({
        id,
        key: createHmac('sha256', key).update(use).digest(),
      }))
      this.#derived.set(use, derived)
    }
    return derived
  }
}
