// The rotation of a secret: pure functions from rows to changes.
import { formatTime, Refused } from '@lms/contract'
import type { Vault } from '@lms/service-host'
import { placeOf } from './sealed-secrets.ts'
import { newSecret } from './webhook.rules.ts'
import type { WebhookRow } from './webhook.store.ts'
import { refusals } from './webhook-refusals.ts'
import { longestOverlap, type SecretChange, usualOverlap } from './webhook-rotation.contract.ts'

const noRotation = { next_secret: null, rotation_ends_at: null }

/** The row at `now`: after the end of a rotation, the new secret has replaced the old one. */
export function settled<Row extends Pick<WebhookRow, 'secret' | 'next_secret' | 'rotation_ends_at'>>(
  row: Row,
  now: string,
): Row {
  if (row.next_secret === null || row.rotation_ends_at! > now) return row
  return { ...row, ...noRotation, secret: row.next_secret }
}

/** The changed columns of a settled row's secrets, and the new secret to show. */
export function secretChanges(
  row: WebhookRow,
  { rotate_secret, complete_rotation, cancel_rotation }: SecretChange,
  { now, vault }: { now: string; vault: Vault },
): { changes: Partial<WebhookRow>; answer: { secret?: string } } {
  if (rotate_secret) {
    if (row.next_secret !== null) throw new Refused(refusals.rotation_under_way)
    const endsAt = endOf(rotate_secret, now)
    const secret = rotate_secret.secret ?? newSecret()
    const sealed = vault.seal(secret, placeOf(row.school_id, row.id))
    const changes = endsAt > now ? { next_secret: sealed, rotation_ends_at: endsAt } : { secret: sealed }
    return { changes, answer: { secret } }
  }
  if (!complete_rotation && !cancel_rotation) return { changes: {}, answer: {} }
  if (row.next_secret === null) throw new Refused(refusals.no_rotation)
  const secret = complete_rotation ? row.next_secret : row.secret
  return { changes: { ...noRotation, secret }, answer: {} }
}

/** When a rotation ends; `now` if the old secret is to end at once. */
function endOf(
  { overlap_seconds = usualOverlap, expires_at }: NonNullable<SecretChange['rotate_secret']>,
  now: string,
): string {
  const after = (seconds: number) => formatTime(new Date(Date.parse(now) + seconds * 1000))
  if (expires_at === undefined) return after(overlap_seconds)
  if (expires_at > now && expires_at <= after(longestOverlap)) return expires_at
  const details = [
    { path: 'body.rotate_secret.expires_at', message: `must be after ${now} and within 7 days` },
  ]
  throw new Refused(refusals.rotation_end_refused, undefined, { details })
}
