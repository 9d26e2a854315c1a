// What a key is made of, and what it may be given. Pure but for the randomness handed in.
import { createHash, hash } from 'node:crypto'
import { beyond, type Caller, formatTime, type KeyKind, type Mask, Refused, type Role } from '@lms/contract'
import { roleRights } from '../roles.ts'
import { type ApiKey, refusals } from './key.contract.ts'

/** Bytes of randomness in a key's value. */
export const keyEntropy = 24

const digest = (text: string) => createHash('sha256').update(text)

/** `lms_<kind>_<random>_<checksum>`: secret scanners can recognise it and tell a real one by its checksum. */
export function keyValue(kind: KeyKind, random: Buffer): string {
  const body = `lms_${kind}_${random.toString('hex')}`
  return `${body}_${digest(body).digest('hex').slice(0, 8)}`
}

/** What is kept of a value. */
export const keyHash = (value: string) => hash('sha256', value, 'hex')

/** The sets of masks of a key: its role's and its scope. */
export const keyRights = ({ role, scope }: { role: Role; scope: readonly Mask[] }): Mask[][] => [
  [...roleRights[role]],
  [...scope],
]

/** Refuses a key that would have more rights than its issuer. */
export function checkRights(key: { role: Role; scope: readonly Mask[] }, issuer: Caller): void {
  // A key has what its role and its scope both grant; the narrower of the two is compared with each set of the issuer.
  const role = roleRights[key.role]
  const effective = role.includes('*')
    ? key.scope
    : key.scope.includes('*')
      ? role
      : [...key.scope].flatMap(mask => narrow(mask, role))
  if (beyond(effective, issuer.rights).length) throw new Refused(refusals.key_beyond_issuer)
}

/** The part of a scope's mask that the role's masks may grant. */
function narrow(mask: Mask, role: readonly Mask[]): Mask[] {
  if (beyond([mask], [role]).length === 0) return [mask]
  return role.filter(wider => beyond([wider], [[mask]]).length === 0)
}

/** Refuses a term that has ended before it began. */
export function checkExpiry(expiresAt: string | null | undefined, now: string): void {
  if (expiresAt && expiresAt <= now) throw new Refused(refusals.key_expiry_past)
}

/** What a rotation makes of a key: the new value's hash, and until when the old one works on. */
export const rotated = (key: { hash: string }, value: string, overlapSeconds: number, now: string) => ({
  hash: keyHash(value),
  hint: value.slice(-4),
  previous_hash: overlapSeconds > 0 ? key.hash : null,
  previous_until: formatTime(new Date(Date.parse(now) + overlapSeconds * 1000)),
})

/** When the value from before the last rotation ends: with its overlap, or with the key where that is sooner. */
export function previousEnd(key: Pick<ApiKey, 'expires_at' | 'previous_until'>): string | null {
  const { expires_at, previous_until } = key
  return expires_at && previous_until && expires_at < previous_until ? expires_at : previous_until
}

export const isLive = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: string) =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
