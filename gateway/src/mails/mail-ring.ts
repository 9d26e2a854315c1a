// The last mails that were caught, in memory: bounded in number and bytes, so that the oldest make way for new ones.

export interface CaughtMail {
  /** Counts up from 1. */
  readonly id: number
  readonly at: Date
  /** The addresses of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  /** The mail as it came. */
  readonly source: Buffer
}

export interface RingBounds {
  readonly most: number
  readonly mostBytes: number
}

export class MailRing {
  readonly #bounds: RingBounds
  #mails: CaughtMail[] = []
  #bytes = 0
  #count = 0

  constructor(bounds: RingBounds) {
    this.#bounds = bounds
  }

  /** Keeps a mail; the oldest ones go where it needs their place. One that is larger than the ring is not kept. */
  keep(mail: Omit<CaughtMail, 'id'>): void {
    this.#mails.push({ ...mail, id: ++this.#count })
    this.#bytes += mail.source.length
    while (this.#mails.length > this.#bounds.most || this.#bytes > this.#bounds.mostBytes)
      this.#bytes -= this.#mails.shift()!.source.length
  }

  /** The newest first, at most this many. */
  newest(most: number): CaughtMail[] {
    return this.#mails.slice(-most).reverse()
  }

  get(id: number): CaughtMail | null {
    return this.#mails.find(mail => mail.id === id) ?? null
  }

  /** How many are kept, and how many have come. */
  get counts(): { kept: number; came: number } {
    return { kept: this.#mails.length, came: this.#count }
  }
}
