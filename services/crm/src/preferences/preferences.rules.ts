// Pure decisions about preferences.
import type { TransportKind } from '../addresses/kinds.ts'
import type { Topic } from '../settings/topic.ts'
import type { Unsubscription } from '../suppressions/unsubscription.ts'
import { maxOff, type Preferences } from './preferences.contract.ts'

export type Choice = Pick<Preferences, 'all_off' | 'off_transports' | 'off_topics'>

type Joined = Choice & Pick<Preferences, 'off_notifications'>

/** What a person no longer gets after a change: everything, or each transport and each topic. */
export function newlyOff(before: Choice, after: Choice): Pick<Unsubscription, 'transport' | 'topic'>[] {
  if (after.all_off) return before.all_off ? [] : [{ transport: null, topic: null }]
  return [
    ...after.off_transports
      .filter(each => !before.off_transports.includes(each))
      .map(transport => ({ transport, topic: null })),
    ...after.off_topics
      .filter(each => !before.off_topics.includes(each))
      .map(topic => ({ transport: null, topic })),
  ]
}

/** The choice of one person who was two: what either did not want stays off. */
export const joined = (one: Joined, other: Joined): Joined => ({
  all_off: one.all_off || other.all_off,
  off_transports: [...new Set([...one.off_transports, ...other.off_transports])],
  off_topics: [...new Set([...one.off_topics, ...other.off_topics])].slice(0, maxOff),
  off_notifications: [...new Set([...one.off_notifications, ...other.off_notifications])],
})

/** The topics that were off and are on after a change. */
export const newlyOn = (before: Choice, after: Choice, topics: readonly Topic[]): Topic[] =>
  topics.filter(({ key }) => isOff(before, key) && !isOff(after, key))

const isOff = ({ all_off, off_topics }: Choice, key: string): boolean => all_off || off_topics.includes(key)

/** The choice with one more topic that the person does not want. */
export const without = ({ off_topics }: Choice, topic: string): Pick<Choice, 'off_topics'> => ({
  off_topics: off_topics.includes(topic) ? off_topics : [...off_topics, topic].slice(-maxOff),
})

/** The channel of the consent that a transport needs; in the app of the school it needs none. */
export const consentFor = {
  email: 'email',
  telegram: 'messenger',
  sms: 'sms',
  push: 'push',
  in_app: null,
} as const satisfies Record<TransportKind, string | null>

/** Whether no topic that asks for consents is left to a person. */
export const needsNoConsent = ({ off_topics }: Choice, topics: readonly Topic[]): boolean =>
  consentTopics(topics).every(key => off_topics.includes(key))

/**
 * The choice of a person who has confirmed that they want messages by a transport: it and the topics that ask for a consent are
 * on again. Who wanted nothing wants nothing else.
 */
export function confirmed(
  { all_off, off_transports, off_topics }: Choice,
  transport: TransportKind,
  topics: readonly Topic[],
): Choice {
  const askingKeys = consentTopics(topics)
  const others = topics.flatMap(({ key, basis }) => (all_off && basis === 'opt_out' ? [key] : []))
  const off = off_topics.filter(key => !askingKeys.includes(key))
  return {
    all_off: false,
    off_transports: off_transports.filter(each => each !== transport),
    off_topics: [...new Set([...off, ...others])].slice(-maxOff),
  }
}

/** The keys of topics that ask for a consent. */
export const consentTopics = (topics: readonly Topic[]): string[] =>
  topics.flatMap(({ key, basis }) => (basis === 'consent' ? [key] : []))
