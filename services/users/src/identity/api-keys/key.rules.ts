// The value and the permissions of a key. Pure except for the given randomness.
import { createHash, hash } from 'node:crypto'
import {
  beyond,
  type Caller,
  formatTime,
  isAtLeast,
  type KeyKind,
  type Mask,
  Refused,
  type Role,
} from '@lms/contract'
import { roleRights } from '../../roles.ts'
import { type ApiKey, refusals } from './key.contract.ts'

/** Random bytes in a key's value. */
export const keyEntropy = 24

const digest = (text: string) => createHash('sha256').update(text)

/** `lms_<kind>_<random>_<checksum>`: secret scanners can recognize it, and verify it by its checksum. */
export function keyValue(kind: KeyKind, random: Buffer): string {
  const body = `lms_${kind}_${random.toString('hex')}`
  return `${body}_${digest(body).digest('hex').slice(0, 8)}`
}

/** The stored parts of a value. */
export const keyHash = (value: string) => hash('sha256', value, 'hex')

/** The parts of a key that decide what it may do. */
interface Empowered {
  kind: KeyKind
  role: Role
  scope: readonly Mask[]
}

/**
 * A publishable key submits forms whatever its role, as every visitor may: with a role that manages submissions it would
 * have more than a web page needs. No other operation with this permission takes a publishable key.
 */
const masksOf = ({ kind, role }: Pick<Empowered, 'kind' | 'role'>): readonly Mask[] =>
  kind === 'publishable' ? [...roleRights[role], 'form-submissions:write'] : roleRights[role]

/** The sets of masks of a key: those of its kind and role, and its scope. */
export const keyRights = (key: Empowered): Mask[][] => [[...masksOf(key)], [...key.scope]]

/**
 * Refuses a key with a role above that of its issuer, or with more permissions; `path` is where details say that they
 * come from. A role gives more than its permissions, whatever the scope: an owner's key takes the school out as an archive.
 */
export function checkRights(key: Empowered, issuer: Caller, path = 'body.scope'): void {
  if (!isAtLeast(issuer.role, key.role)) {
    const details = [{ path: path.replace(/scope$/, 'role'), message: `the role ${key.role} is above yours` }]
    throw new Refused(refusals.key_beyond_issuer, undefined, { details })
  }
  const more = beyond(effectiveMasks(key), issuer.rights)
  if (more.length === 0) return
  const details = more
    .slice(0, 50)
    .map(mask => ({ path, message: `would grant ${mask}, which your key lacks` }))
  throw new Refused(refusals.key_beyond_issuer, undefined, { details })
}

/** The masks that a key's role and scope both grant. */
export const effectiveMasks = (key: Empowered): Mask[] =>
  masksOf(key).flatMap(wide => key.scope.flatMap(mask => meet(wide, mask)))

/** The intersection of two masks; none if they have nothing in common. */
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

/** Refuses an expiry in the past. */
export function checkExpiry(expiresAt: string | null | undefined, now: string): void {
  if (expiresAt && expiresAt <= now) throw new Refused(refusals.key_expiry_past)
}

/** The columns of a rotation: the new value's hash, and the end of the old value. */
export const rotated = (key: { hash: string }, value: string, overlapSeconds: number, now: string) => ({
  hash: keyHash(value),
  hint: value.slice(-4),
  previous_hash: overlapSeconds > 0 ? key.hash : null,
  previous_expires_at: formatTime(new Date(Date.parse(now) + overlapSeconds * 1000)),
})

/** When the value before the last rotation ends: after its overlap, or with the key if that is earlier. */
export function previousEnd(key: Pick<ApiKey, 'expires_at' | 'previous_expires_at'>): string | null {
  const { expires_at, previous_expires_at } = key
  return expires_at && previous_expires_at && expires_at < previous_expires_at
    ? expires_at
    : previous_expires_at
}

export const isLive = (key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: string) =>
  key.revoked_at === null && (key.expires_at === null || key.expires_at > now)
