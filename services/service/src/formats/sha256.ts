// SHA-256 that is computed in steps: between two of them its state is a short text, so that another process can go on.
// `node:crypto` cannot give the state of a hash away; hash-wasm can.
import { createSHA256 } from 'hash-wasm'

// One for all: each use loads its own state, and none is interrupted.
const hasher = await createSHA256()
const first = hasher.init().save()

export class Sha256 {
  #state: Uint8Array
  /** `state` is that of an earlier one. */
  constructor(state: string | null = null) {
    this.#state = state === null ? first : Buffer.from(state, 'base64')
  }

  get state(): string {
    return Buffer.from(this.#state).toString('base64')
  }

  add(bytes: Uint8Array): void {
    this.#state = hasher.load(this.#state).update(bytes).save()
  }

  /** The hash, in hexadecimal. */
  end(): string {
    return hasher.load(this.#state).digest()
  }
}
