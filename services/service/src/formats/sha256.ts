// SHA-256 (FIPS 180-4) that is computed in steps: between two of them its state is a short text, so that another process
// can go on. `node:crypto` cannot give the state of a hash away.

const block = 64

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++)
    if (primes.every(prime => number % prime !== 0)) primes.push(number)
  return Int32Array.from(primes, prime => ((root(prime) % 1) * 2 ** 32) | 0)
}
const first = fractions(8, Math.sqrt)
const rounds = fractions(64, Math.cbrt)

export interface Sha256State {
  /** The eight words, in hexadecimal. */
  words: string
  /** Bytes that do not fill a block yet, in base64. */
  rest: string
  /** Bytes so far. */
  bytes: number
}

export class Sha256 {
  readonly #words: Int32Array
  readonly #schedule = new Int32Array(64)
  #rest: Buffer
  #bytes: number

  constructor(state: Sha256State | null = null) {
    this.#words = state ? wordsOf(Buffer.from(state.words, 'hex')) : first.slice()
    this.#rest = Buffer.from(state?.rest ?? '', 'base64')
    this.#bytes = state?.bytes ?? 0
  }

  get state(): Sha256State {
    return { words: this.#hex(), rest: this.#rest.toString('base64'), bytes: this.#bytes }
  }

  add(bytes: Buffer): void {
    this.#bytes += bytes.length
    const all = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes
    const whole = all.length - (all.length % block)
    for (let at = 0; at < whole; at += block) this.#compress(all, at)
    this.#rest = Buffer.from(all.subarray(whole))
  }

  /** The hash, in hexadecimal. Nothing can be added after it. */
  end(): string {
    const bits = BigInt(this.#bytes) * 8n
    const padding = Buffer.alloc(block + 8 - ((this.#bytes + 8) % block))
    padding[0] = 0x80
    padding.writeBigUInt64BE(bits, padding.length - 8)
    this.add(padding)
    return this.#hex()
  }

  #hex(): string {
    const bytes = Buffer.alloc(32)
    this.#words.forEach((word, index) => {
      bytes.writeInt32BE(word, index * 4)
    })
    return bytes.toString('hex')
  }

  #compress(bytes: Buffer, at: number): void {
    const w = this.#schedule
    for (let i = 0; i < 16; i++) w[i] = bytes.readInt32BE(at + i * 4)
    for (let i = 16; i < 64; i++) {
      const early = w[i - 15]!
      const late = w[i - 2]!
      const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
    }
    let [a, b, c, d, e, f, g, h] = this.#words as unknown as [
      ...[number, number, number, number],
      ...[number, number, number, number],
    ]
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    const sums = this.#words
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) sums[index] = (sums[index]! + word) | 0
  }
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

const wordsOf = (bytes: Buffer) => Int32Array.from({ length: 8 }, (_, index) => bytes.readInt32BE(index * 4))
