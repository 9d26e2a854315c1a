// The token of a payment link: the order, the sum and the term, with a signature. A link needs no row: it ends with its
// term, and with the payment.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { Vault } from '@lms/service-host'

export interface LinkClaims {
  order_id: Id<'ord'>
  /**
   * The paid amount of the order that the link leads to, in the minor unit: what a part asks for is asked for once. Null
   * for the whole amount.
   */
  upTo: number | null
  /** Seconds since 1970. */
  expiresAt: number
}

const use = 'payment links'
/** 144 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 18
const form = /^([0-9a-z]{26})\.([0-9a-z]{0,9})\.([0-9a-z]{1,9})\.([\w-]{24})$/

/** `<order>.<upTo>.<term>.<signature>`: numbers to the base 36, the signature as base64url. */
export function tokenOf({ order_id, upTo, expiresAt }: LinkClaims, school: string, vault: Vault): string {
  const claims = [order_id.slice('ord_'.length), upTo?.toString(36) ?? '', expiresAt.toString(36)].join('.')
  return `${claims}.${signature(claims, school, vault.derive(use)).toString('base64url')}`
}

/** The claims of a token; null if it is not one of this school. Tokens signed by an older key of the ring are valid. */
export function claimsOf(token: string, school: string, vault: Vault): LinkClaims | null {
  const [, order, upTo, expires, sentSignature] = form.exec(token) ?? []
  const order_id = `ord_${order}`
  if (!sentSignature || !isId('ord', order_id)) return null
  const claims = token.slice(0, -sentSignature.length - 1)
  const ours = Buffer.from(sentSignature, 'base64url')
  const keys = vault.derivedKeys(use)
  if (!keys.some(({ key }) => timingSafeEqual(signature(claims, school, key), ours))) return null
  return { order_id, upTo: upTo ? Number.parseInt(upTo, 36) : null, expiresAt: Number.parseInt(expires!, 36) }
}

const signature = (claims: string, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${school} ${claims}`).digest().subarray(0, signatureBytes)
