// Signed links to exports: pure functions.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Hours that a ready export and its link exist. */
export const linkHours = 24

interface Link {
  school: string
  id: string
  /** RFC 3339. */
  expires_at: string
}

const signature = (key: Buffer, { school, id, expires_at }: Link) =>
  createHmac('sha256', key)
    .update([school, id, String(Date.parse(expires_at))].join('\n'))
    .digest('base64url')

/** `<export>.<milliseconds of its expiry>.<signature>`. */
export const linkToken = (key: Buffer, link: Link) =>
  `${link.id}.${Date.parse(link.expires_at)}.${signature(key, link)}`

/** The id of the export of a token in this school, or null if it is forged, from another school, or expired. */
export function readToken(key: Buffer, token: string, school: string, now: Date): string | null {
  const [id, ends, given, ...rest] = token.split('.')
  if (!id || !given || rest.length || !/^\d{10,14}$/.test(ends ?? '')) return null
  const expires_at = new Date(Number(ends)).toISOString()
  const [one, other] = [Buffer.from(given), Buffer.from(signature(key, { school, id, expires_at }))]
  if (one.length !== other.length || !timingSafeEqual(one, other)) return null
  return Number(ends) > now.getTime() ? id : null
}
