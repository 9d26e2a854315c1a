// A subscription for sending: address, secrets and headers, its events, and their parts.
import { type Fields, readDatabaseTime, type Step, step, type Vault } from '@lms/service-host'
import { partOf } from '../events/envelope.ts'
import { sendingOf, sends } from '../events/receivers.ts'
import type { SentEvent } from '../events/sent-event.ts'
import { placeOf } from './sealed-secrets.ts'

export interface Target {
  url: string
  secret: string
  /** The new secret, and when (epoch milliseconds) it replaces the old one. */
  rotation: { secret: string; endsAt: number } | null
  /** The school's own headers. */
  headers: Record<string, string>
  version: number
  active: boolean
  /** The school's own bounds; null by default. */
  maxParallel: number | null
  maxPerSecond: number | null
  /** Whether it sends an event at present. */
  sends(event: SentEvent): boolean
  /** The exact bytes of an event for it. They may be shared, so they must not be written to. */
  bodyOf(event: SentEvent, replayed: boolean): Buffer
}

/** The subscriptions (arrays of schools and ids); read the rows with {@link targetsOf}. */
export const targetsStep = (schools: string, webhooks: string): Step =>
  step(
    `select s.school_id, s.id, s.url, s.secret, s.next_secret, s.rotation_ends_at, s.version, s.active, s.events, s.sender_rights,
       s.filter, s.imported, s.fields, s.max_parallel, s.max_per_second, s.own_headers
     from unnest($1::text[], $2::text[]) h(school_id, webhook_id)
     join webhooks.subscriptions s on s.school_id = h.school_id and s.id = h.webhook_id`,
    [schools, webhooks],
  )

/** By subscription; an error if its secrets cannot be decrypted. */
export const targetsOf = (rows: readonly Fields[], vault: Vault): Map<string, Target | Error> =>
  new Map(rows.map(fields => [fields[1]!, targetOf(fields, vault)]))

function targetOf(fields: Fields, vault: Vault): Target | Error {
  const [school, id, url, secret, next, rotationEnds, version, active, ...more] = fields
  const [masks, rights, filter, imported, names, parallel, rate, own] = more
  const sealed = { secret: secret!, next: next ?? null, rotationEnds: rotationEnds ?? null, own: own ?? null }
  const secrets = opened(sealed, placeOf(school!, id!), vault)
  if (secrets instanceof Error) return secrets
  const sending = sendingOf(masks, rights, filter, imported)
  const part = partOf(names ? JSON.parse(names) : null)
  return {
    url: url!,
    ...secrets,
    version: Number(version),
    active: active === 't',
    maxParallel: parallel ? Number(parallel) : null,
    maxPerSecond: rate ? Number(rate) : null,
    sends: event => sends(sending, event),
    bodyOf: (event, replayed) => event.body(replayed, part),
  }
}

function opened(
  { secret, next, rotationEnds, own }: Record<'secret' | 'next' | 'rotationEnds' | 'own', string | null>,
  location: string,
  vault: Vault,
): Pick<Target, 'secret' | 'rotation' | 'headers'> | Error {
  try {
    const rotation =
      next && rotationEnds
        ? { secret: vault.open(next, location), endsAt: Date.parse(readDatabaseTime(rotationEnds)) }
        : null
    const headers: Record<string, string> = own ? JSON.parse(vault.open(own, location)) : {}
    return { secret: vault.open(secret!, location), rotation, headers }
  } catch (cause) {
    // An Error of our own, because those of node:crypto belong to another realm in tests.
    return new Error('LMS_SECRET_KEYS cannot decrypt the secrets of the subscription.', { cause })
  }
}
