// Cursors: opaque keyset positions, bound to school, list and order, and signed so that they cannot be forged.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Position, SortKey } from './list-query.ts'

const signatureBytes = 12

export class Cursors {
  readonly #key: Buffer
  constructor(key: Buffer) {
    this.#key = key
  }

  #sign(body: string, school: string, route: string, sort: readonly SortKey[]) {
    const order = sort.map(({ name, descending }) => `${descending ? '-' : ''}${name}`).join(',')
    return createHmac('sha256', this.#key)
      .update([school, route, order, body].join('\n'))
      .digest()
      .subarray(0, signatureBytes)
  }

  seal(position: Position, school: string, route: string, sort: readonly SortKey[]): string {
    const body = Buffer.from(JSON.stringify(position)).toString('base64url')
    return `${body}.${this.#sign(body, school, route, sort).toString('base64url')}`
  }

  /** The position, or null if the cursor is unreadable, altered, or from another list, order or school. */
  open(cursor: string, school: string, route: string, sort: readonly SortKey[]): Position | null {
    const [body, signature] = cursor.split('.')
    if (!body || !signature || cursor.length > 2000) return null
    const sentSignature = Buffer.from(signature, 'base64url')
    if (sentSignature.length !== signatureBytes) return null
    if (!timingSafeEqual(sentSignature, this.#sign(body, school, route, sort))) return null
    const position: Position = JSON.parse(Buffer.from(body, 'base64url').toString())
    return position.length === sort.length + 1 ? position : null
  }
}
