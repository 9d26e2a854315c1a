// The key of an order form, made when its page is shown: what one form buys once, and when it was first shown. It is
// signed, so that nobody orders without having had the page for a moment.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const form = /^[\w-]{24}\.[0-9a-z]{1,9}\.[\w-]{24}$/

export class OrderForms {
  readonly #key: Buffer
  readonly #now: () => number

  /** `secret` is the same for all gateways; `now` returns milliseconds since 1970. */
  constructor(secret: string, now: () => number) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'order forms', 32))
    this.#now = now
  }

  /** The key of a form of a school's offer; one that is shown again was first shown at that time. */
  keyOf(school: string, offer: string, shownAt = this.#now()): string {
    const claims = `${randomBytes(18).toString('base64url')}.${shownAt.toString(36)}`
    return `${claims}.${this.#sign(claims, school, offer).toString('base64url')}`
  }

  /** When the form of a key was first shown, in milliseconds since 1970; null for a key that is none of this offer. */
  shownAt(key: string, school: string, offer: string): number | null {
    if (!form.test(key)) return null
    const [random, shown, signature] = key.split('.') as [string, string, string]
    const ours = this.#sign(`${random}.${shown}`, school, offer)
    return timingSafeEqual(ours, Buffer.from(signature, 'base64url')) ? Number.parseInt(shown, 36) : null
  }

  /** Milliseconds since the form was first shown. */
  ageOf(shownAt: number): number {
    return this.#now() - shownAt
  }

  /** 144 bits: whole characters of base64url, so that no other text has the same bytes. */
  #sign(claims: string, school: string, offer: string): Buffer {
    return createHmac('sha256', this.#key).update(`${school} ${offer} ${claims}`).digest().subarray(0, 18)
  }
}
