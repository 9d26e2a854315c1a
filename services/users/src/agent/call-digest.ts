import { createHash } from 'node:crypto'

/** A call in the form in which a credential names it and a gateway compares it: method and path, without a query. */
export const callDigest = (method: string, path: string): string =>
  createHash('sha256').update(`${method} ${path}`).digest('base64url').slice(0, 32)
