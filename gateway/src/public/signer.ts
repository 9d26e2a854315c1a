// Texts that a gateway hands to a visitor and takes back, so that nobody else can write them.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export class Signer {
  readonly #key: Buffer
  readonly #bytes: number

  /** `secret` is the same for all gateways; each `use` has a key of its own. A signature has this number of bytes. */
  constructor(secret: string, use: string, bytes = 32) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
    this.#bytes = bytes
  }

  /** The signature of a text, in base64url. */
  sign(text: string): string {
    const fullDigest = createHmac('sha256', this.#key).update(text).digest()
    return fullDigest.subarray(0, this.#bytes).toString('base64url')
  }

  /** Whether the signature is that of the text. */
  isSigned(text: string, signature: string): boolean {
    const [actual, right] = [Buffer.from(signature), Buffer.from(this.sign(text))]
    return actual.length === right.length && timingSafeEqual(actual, right)
  }
}
