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
  if (beyond(effectiveMasks(key), issuer.rights).length) throw new Refused(refusals.key_beyond_issuer)
}

/** The masks of what a key's role and its scope both grant. */
export const effectiveMasks = ({ role, scope }: { role: Role; scope: readonly Mask[] }): Mask[] =>
  roleRights[role].flatMap(wide => scope.flatMap(mask => meet(wide, mask)))

/** The mask of what two masks both grant; none where they have nothing in common. */
function meet(one: Mask, other: Mask): Mask[] {
  const [parts, others] = [partsOf(one), partsOf(other)]
  const common = parts.map((part, index) => {
    const match = others[index]!
    return part === '*' ? match : match === '*' || match === part ? part : null
  })
  if (common.includes(null)) return []
  return [common.every(part => part === '*') ? '*' : common.join(':')]
}
const partsOf = (mask: Mask) => (mask === '*' ? ['*', '*'] : mask.split(':'))

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
