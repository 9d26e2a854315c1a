// Signed links to objects: whoever has the link sees the object, until the link expires. Nothing is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from './vault.ts'

/** Hours that a link is valid. */
export const linkHours = 24

interface Link {
  school: string
  /** The object; with a file its prefix decides which service has it (`fileOwners`). */
  id: string
  /** RFC 3339. */
  expires_at: string
}

const files = 'links to files'
const signature = (key: Buffer, { school, id, expires_at }: Link) =>
  createHmac('sha256', key)
    .update([school, id, String(Date.parse(expires_at))].join('\n'))
    .digest('base64url')

/** The path at the school's own address: `/downloads/` and the token. */
export const downloadPath = (vault: Vault, link: Link): string => `/downloads/${linkToken(vault, link)}`

/** `<id>.<milliseconds of its expiry>.<signature>`. A token for one use is none for another. */
export const linkToken = (vault: Vault, link: Link, use = files): string =>
  `${link.id}.${Date.parse(link.expires_at)}.${signature(vault.derive(use), link)}`

/** The id in a token of this school, or null if it is forged, from another school, for another use, or expired. */
export function readToken(
  vault: Vault,
  token: string,
  school: string,
  now: Date,
  use = files,
): string | null {
  const [id, ends, sentSignature, ...rest] = token.split('.')
  if (!id || !sentSignature || rest.length || !/^\d{10,14}$/.test(ends ?? '')) return null
  const link = { school, id, expires_at: new Date(Number(ends)).toISOString() }
  const signed = vault.derivedKeys(use).some(({ key }) => isSame(sentSignature, signature(key, link)))
  return signed && Number(ends) > now.getTime() ? id : null
}

function isSame(actual: string, right: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
