// What a message is about decides whether a person may get it.
import { oneOf, refuse, slug, text } from '@lms/contract'
import { z } from 'zod'

export const bases = ['service', 'consent', 'opt_out'] as const

export const Topic = z.object({
  key: slug(40).describe('The key by which messages name the topic.'),
  name: text(100, 1)
    .meta({ examples: ['News and offers'] })
    .describe('What people read in their preferences.'),
  basis: oneOf(bases).describe(
    'service: what people need for what they have bought, they cannot switch it off. consent: only with a given consent of the channel. opt_out: until they switch it off.',
  ),
})
export type Topic = z.infer<typeof Topic>

export const usualTopics: Topic[] = [
  { key: 'orders', name: 'Orders and payments', basis: 'service' },
  { key: 'study', name: 'Courses and homework', basis: 'service' },
  { key: 'news', name: 'News and offers', basis: 'consent' },
]

/** The topics of what the platform tells people by itself: a school can rename them, and give them another basis. */
const ownTopics: readonly Topic[] = [
  ...usualTopics.filter(({ basis }) => basis === 'service'),
  { key: 'webinars', name: 'Webinars', basis: 'service' },
]

/** All topics of a school, each once. */
export const allTopics = (topics: readonly Topic[]): Topic[] => [
  ...topics,
  ...ownTopics.filter(({ key }) => !topics.some(topic => topic.key === key)),
]

/** A topic of a school; undefined for one that it does not have. */
export const topicIn = (topics: readonly Topic[], key: string): Topic | undefined =>
  allTopics(topics).find(topic => topic.key === key)

/** The keys of all topics about which everybody gets messages. */
export const serviceTopics = (topics: readonly Topic[]): string[] =>
  allTopics(topics).flatMap(({ key, basis }) => (basis === 'service' ? [key] : []))

/** By the key of a topic. */
export type Bases = ReadonlyMap<string, Topic['basis']>

/** The bases of the topics of a school. */
export const basesOf = (topics: readonly Topic[]): Bases =>
  new Map(allTopics(topics).map(({ key, basis }) => [key, basis]))

/** Those topics of two lists that have another basis, or are only in one of them. */
export function changedBases(before: readonly Topic[], after: readonly Topic[]): string[] {
  const [previous, present] = [basesOf(before), basesOf(after)]
  const keys = new Set([...previous.keys(), ...present.keys()])
  return [...keys].filter(key => previous.get(key) !== present.get(key))
}

export const topicRefusals = refuse({
  topic_unknown: {
    status: 422,
    when: 'the settings of the school have no such topic',
    message: 'This school has no such topic. The section `crm` of GET /v1/settings lists them.',
  },
})
