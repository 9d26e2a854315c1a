// Pure decisions about preferences.
import type { Preferences } from './preferences.contract.ts'
import type { Unsubscription } from './unsubscription.ts'

type Choice = Pick<Preferences, 'all_off' | 'off_transports' | 'off_topics'>

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
  off_topics: [...new Set([...one.off_topics, ...other.off_topics])].slice(0, 50),
  off_notifications: [...new Set([...one.off_notifications, ...other.off_notifications])],
})
