// What people said no to, and what the list of suppressions has of their addresses, as facts: one for each. Pure.
import type { TransportKind } from '../addresses/kinds.ts'
import type { Choice } from '../preferences/preferences.rules.ts'
import type { Suppression } from '../suppressions/suppression.contract.ts'
import type { Fact } from './fact.rules.ts'

/** An entry of the list of suppressions about an address that the person has. */
export type Entry = Pick<Suppression, 'transport' | 'topic' | 'reason'>

const all = 'all'
const byTransport = (transport: TransportKind) => `by:${transport}`
const aboutTopic = (topic: string) => `about:${topic}`
/** Topics have no star in their keys: it stands for every topic. */
const entryKey = (isOwnWord: boolean, transport: TransportKind, topic: string | null) =>
  `${isOwnWord ? 'unsubscribed' : 'suppressed'}:${transport}:${topic ?? '*'}`

/** The keys of the facts of a person. */
export function objectionKeys(choice: Choice | null, entries: readonly Entry[]): string[] {
  const chosen = choice
    ? [
        ...(choice.all_off ? [all] : []),
        ...choice.off_transports.map(byTransport),
        ...choice.off_topics.map(aboutTopic),
      ]
    : []
  const listed = entries.map(({ transport, topic, reason }) =>
    entryKey(reason === 'unsubscribed', transport, topic),
  )
  return [...new Set([...chosen, ...listed])]
}

/** The same as facts. */
export const objectionFacts = (choice: Choice | null, entries: readonly Entry[]): Fact[] =>
  objectionKeys(choice, entries).map(key => ({
    ...{ kind: 'objection' as const, key, place: 0 },
    ...{ text: null, number: null, at: null },
  }))

/** The objections that keep messages about a topic from a person: those of the list, and those of their preferences. */
export const objectionsTo = (topic: string, transport: TransportKind) => ({
  /** They hold for topics that everybody gets, too. */
  suppressed: [null, topic].map(each => entryKey(false, transport, each)),
  unsubscribed: [null, topic].map(each => entryKey(true, transport, each)),
  off: [all, byTransport(transport), aboutTopic(topic)],
})
