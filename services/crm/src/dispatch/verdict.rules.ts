// Whether a person gets a message now: pure, so without clock and database.
import type { User } from '@lms/users/contract'
import type { SkipReason } from '../messages/message.object.ts'
import { ineligibilityOf, type Person } from '../preferences/eligibility.rules.ts'
import type { Preferences } from '../preferences/preferences.contract.ts'
import { nextTimeOfDay, type QuietHours, quietUntil } from '../settings/quiet-hours.ts'

export interface Facts extends Person {
  user: Pick<User, 'status' | 'time_zone'> | undefined
  preferences: Person['preferences'] & Pick<Preferences, 'off_notifications' | 'quiet_hours' | 'time_zone'>
  duplicate: boolean
  /** A cap that counts it is reached. */
  capped: boolean
  expires_at: string | null
  /** The kind of a notification: these people can switch off, whatever the basis of their topic. */
  notification: string | null
  /** A time of day of the person at which it leaves, and since when it is due; null: at once. */
  local: { time: string; since: string } | null
  /** An earlier message of its campaign was opened, and it is for those who have not. */
  opened: boolean
  school: { quiet_hours: QuietHours | null; time_zone: string | null }
}

interface ZoneFacts {
  readonly user: Facts['user']
  readonly preferences: Pick<Preferences, 'time_zone'>
  readonly school: Pick<Facts['school'], 'time_zone'>
}

export type Verdict = { skip: SkipReason } | { holdUntil: Date } | 'go'

/** The first reason not to send, in the order of `skipReasons`; else the end of the quiet hours, or `go`. */
export function verdictOf(facts: Facts, now: string): Verdict {
  const { topic, preferences } = facts
  const isService = topic?.basis === 'service'
  const ineligibility = ineligibilityOf(facts)
  if (ineligibility) return { skip: ineligibility }
  const isOff = preferences.off_notifications.some(kind => kind === facts.notification)
  if (facts.notification !== null && (isOff || isUnwanted(facts))) return { skip: 'topic_off' }
  if (facts.duplicate) return { skip: 'duplicate_address' }
  if (facts.capped) return { skip: 'frequency_cap' }
  if (facts.expires_at !== null && facts.expires_at <= now) return { skip: 'expired' }
  if (facts.opened) return { skip: 'opened' }
  const local = facts.local && nextTimeOfDay(facts.local.time, zoneOf(facts), Date.parse(facts.local.since))
  if (local !== null && local > Date.parse(now)) return { holdUntil: new Date(local) }
  if (isService) return 'go'
  const quiet = preferences.quiet_hours ?? facts.school.quiet_hours
  const end = quiet && quietUntil(quiet, zoneOf(facts), Date.parse(now))
  return end ? { holdUntil: new Date(end) } : 'go'
}

const isUnwanted = ({ preferences: { off_transports, off_topics }, transport, topic }: Facts): boolean =>
  off_transports.includes(transport) || (topic !== undefined && off_topics.includes(topic.key))

/** The zone of a person. A profile says `UTC` where nobody has set one. */
export const zoneOf = ({ user, preferences, school }: ZoneFacts): string =>
  preferences.time_zone ??
  (user && user.time_zone !== 'UTC' ? user.time_zone : null) ??
  school.time_zone ??
  'UTC'
