// The key of an order form, made when its page is shown: what one form buys once, and when it was first shown. It is
// signed, so that nobody orders without having had the page for a moment.
import { randomBytes } from 'node:crypto'
import { Signer } from './signer.ts'

/** 144 bits: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 18
const form = /^[\w-]{24}\.[0-9a-z]{1,9}\.[\w-]{24}$/

export class OrderForms {
  readonly #signer: Signer
  readonly #now: () => number

  /** `secret` is the same for all gateways; `now` returns milliseconds since 1970. */
  constructor(secret: string, now: () => number) {
    this.#signer = new Signer(secret, 'order forms', signatureBytes)
    this.#now = now
  }

  /** The key of a form of a school's offer; one that is shown again was first shown at that time. */
  keyOf(school: string, offer: string, shownAt = this.#now()): string {
    const claims = `${randomBytes(18).toString('base64url')}.${shownAt.toString(36)}`
    return `${claims}.${this.#signer.sign(signed(claims, school, offer))}`
  }

  /** When the form of a key was first shown, in milliseconds since 1970; null for a key that is none of this offer. */
  shownAt(key: string, school: string, offer: string): number | null {
    if (!form.test(key)) return null
    const [random, stamp, signature] = key.split('.') as [string, string, string]
    const isOurs = this.#signer.isSigned(signed(`${random}.${stamp}`, school, offer), signature)
    return isOurs ? Number.parseInt(stamp, 36) : null
  }

  /** Milliseconds since the form was first shown. */
  ageOf(shownAt: number): number {
    return this.#now() - shownAt
  }
}

const signed = (claims: string, school: string, offer: string) => `${school} ${offer} ${claims}`
