// Pure decisions about consents: no clock, database or request.
import { type Id, type MoveOf, Refused, stampsAt } from '@lms/contract'
import { type Consent, refusals } from './consent.contract.ts'
import type { consentLifecycle } from './consent.lifecycle.ts'

interface Statement {
  channel: Consent['channel']
  text_version?: string | undefined
  source: string
  at?: string | undefined
}
interface ConsentTarget {
  id: Id<'cns'>
  user_id: Id<'usr'>
  now: string
}

/** A pending record, and one that expired, is no consent and says nothing of its channel. */
const counts = ({ status }: Consent) => status !== 'pending' && status !== 'expired'

const latest = (history: readonly Consent[]) =>
  history
    .filter(counts)
    .flatMap(({ given_at, ended_at }) => [given_at, ended_at ?? ''])
    .sort()
    .at(-1) ?? ''

/** The consent in force, among one channel's records. */
export const standing = <C extends Consent>(history: readonly C[]): C | null =>
  history.find(({ status }) => status === 'given') ?? null

const timed = ({ at }: Statement, now: string, history: readonly Consent[]) => {
  const last = latest(history)
  // Of two at the same moment the earlier one may have waited for the other, and clocks differ a little.
  if (at === undefined) return now < last ? last : now
  if (at > now || at < last) throw new Refused(refusals.consent_time_order)
  return at
}

/** The new record of a consent; `history` are those of its channel. */
export function giveConsent(
  statement: Statement,
  history: readonly Consent[],
  { id, user_id, now }: ConsentTarget,
): Consent {
  const { channel, text_version, source } = statement
  if (!text_version) throw new Refused(refusals.consent_text_missing)
  const given_at = timed(statement, now, history)
  if (standing(history)?.text_version === text_version) throw new Refused(refusals.consent_already_given)
  return {
    id,
    user_id,
    channel,
    status: 'given',
    text_version,
    source,
    given_at,
    confirmed_at: null,
    ended_at: null,
    withdrawal_source: null,
    ...stampsAt(now),
  }
}

const day = 86_400_000
/** Milliseconds in which a person may confirm a consent. */
export const confirmationLife = 7 * day
/** Requests for a confirmation that a person gets in a day for one channel. */
const maxRequests = 3

/**
 * A record that waits for the person's confirmation; null where the same one waits already, or the person was asked
 * often enough today. `history` are the records of its channel.
 */
export function askFor(
  { channel, text_version, source }: Pick<Consent, 'channel' | 'text_version' | 'source'>,
  history: readonly Consent[],
  { id, user_id, now }: ConsentTarget,
): Consent | null {
  const recentRequests = history.filter(
    one => !counts(one) && Date.parse(one.given_at) > Date.parse(now) - day,
  )
  const waits = history.some(one => one.status === 'pending' && one.text_version === text_version)
  if (waits || recentRequests.length >= maxRequests) return null
  return {
    ...{ id, user_id, channel, text_version, source, status: 'pending', given_at: now },
    ...{ confirmed_at: null, ended_at: null, withdrawal_source: null },
    ...stampsAt(now),
  }
}

/** The changed fields of a record that ends, besides its state. */
interface Ended {
  ended_at: string
  withdrawal_source: string | null
}

/** Those of a record that a newer one replaces. */
export const replaced = (at: string): Ended => ({ ended_at: at, withdrawal_source: null })

/** The record in force, and its changed fields after a withdrawal. */
export function withdrawConsent<C extends Consent>(statement: Statement, history: readonly C[], now: string) {
  const consent = standing(history)
  if (!consent) throw new Refused(refusals.consent_not_given)
  return { consent, ended: { ended_at: timed(statement, now, history), withdrawal_source: statement.source } }
}

/**
 * Which records end when the records of two people become one person's: the latest record of each channel counts. The
 * later of two consents replaces the other; a later withdrawal ends both.
 */
export function joinConsents<C extends Consent>(
  records: readonly C[],
): { consent: C; move: MoveOf<typeof consentLifecycle>; ended: Ended }[] {
  const channels = Map.groupBy(records, ({ channel }) => channel)
  return [...channels.values()].flatMap(history => {
    const activeConsents = history
      .filter(({ status }) => status === 'given')
      .sort((one, other) => (one.given_at < other.given_at ? 1 : -1))
    const [last, ...older] = activeConsents
    if (!last) return []
    const past = older.map(consent => ({ consent, move: 'replace' as const, ended: replaced(last.given_at) }))
    const withdrawn = history.find(
      ({ status, ended_at }) => status === 'withdrawn' && ended_at !== null && ended_at > last.given_at,
    )
    if (!withdrawn) return past
    const ended = { ended_at: withdrawn.ended_at!, withdrawal_source: withdrawn.withdrawal_source }
    return [...past, { consent: last, move: 'withdraw' as const, ended }]
  })
}

/** The records of a person by channel, of the channels whose last word is a withdrawal by this source, with that record. */
export const lastWithdrawn = <C extends Consent>(records: readonly C[], source: string) =>
  [...Map.groupBy(records.filter(counts), ({ channel }) => channel).values()].flatMap(history => {
    const isOver = standing(history) === null
    const [last] = history.toSorted((one, other) => ((one.ended_at ?? '') < (other.ended_at ?? '') ? 1 : -1))
    return isOver && last?.status === 'withdrawn' && last.withdrawal_source === source
      ? [{ history, last }]
      : []
  })
