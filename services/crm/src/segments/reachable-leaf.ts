// The leaf "may be written to about a topic": what sending asks of a person, asked of facts. Pure. `ineligibilityOf` says the same
// of one person whose contacts were just read.
import { slug } from '@lms/contract'
import { z } from 'zod'
import { type TransportKind, transport } from '../addresses/kinds.ts'
import { type Fact, type FactKind, nameOf } from '../facts/fact.rules.ts'
import { objectionsTo } from '../facts/objection.rules.ts'
import type { Ineligibility } from '../preferences/preferences.contract.ts'
import { consentFor } from '../preferences/preferences.rules.ts'
import type { Bases, Topic } from '../settings/topic.ts'

export const ReachableLeaf = z.strictObject({
  reachable: slug(40),
  by: transport().default('email'),
})
export type ReachableLeaf = z.output<typeof ReachableLeaf>

/** One of these facts is there, or none of them is; otherwise the person is not reached, for this reason. */
export interface Condition {
  readonly reason: Ineligibility
  readonly kind: FactKind
  readonly keys: readonly string[]
  readonly text: string | null
  readonly present: boolean
}

const addressFact = {
  email: { kind: 'field', key: 'email' },
  sms: { kind: 'field', key: 'phone' },
  telegram: { kind: 'address', key: 'telegram' },
} as const satisfies Partial<Record<TransportKind, Pick<Fact, 'kind' | 'key'>>>

/** The address that a transport needs; null where the person is the address. */
const addressOf = (by: TransportKind) => (by in addressFact ? addressFact[by as 'email'] : null)

/** What must be so, in the order in which reasons are told. A topic that the school does not have reaches nobody. */
export function conditionsOf({ reachable, by }: ReachableLeaf, basis: Topic['basis'] | null): Condition[] {
  const address = addressOf(by)
  const { suppressed, unsubscribed, off } = objectionsTo(reachable, by)
  const channel = consentFor[by]
  const isService = basis === 'service'
  const has = (
    reason: Ineligibility,
    kind: FactKind,
    key: string,
    text: string | null = null,
  ): Condition => ({
    ...{ reason, kind, text },
    keys: [key],
    present: true,
  })
  const lacks = (reason: Ineligibility, keys: readonly string[]): Condition => ({
    ...{ reason, keys },
    kind: 'objection',
    text: null,
    present: false,
  })
  return [
    has('deleted', 'field', 'status', 'active'),
    ...(address ? [has('no_address', address.kind, address.key)] : []),
    lacks('suppressed', isService ? suppressed : [...suppressed, ...unsubscribed]),
    ...(basis === 'consent' && channel ? [has('no_consent', 'consent', channel)] : []),
    ...(isService ? [] : [lacks('topic_off', off)]),
    ...(basis === null
      ? [{ reason: 'topic_off' as const, kind: 'objection' as const, keys: [], text: null, present: true }]
      : []),
  ]
}

/** The fact that a topic has another basis. */
export const basisFact = (topic: string) => `basis:${topic}`

/** Everything that the leaf can read, whatever the basis of the topic. */
export function factsOfReachable({ reachable, by }: ReachableLeaf): string[] {
  const address = addressOf(by)
  const channel = consentFor[by]
  const objections = Object.values(objectionsTo(reachable, by)).flat()
  return [
    basisFact(reachable),
    nameOf({ kind: 'field', key: 'status' }),
    ...(address ? [nameOf(address)] : []),
    ...(channel ? [nameOf({ kind: 'consent', key: channel })] : []),
    ...objections.map(key => nameOf({ kind: 'objection', key })),
  ]
}

/** The kinds of facts that the leaf reads. */
export const reachableKinds: readonly FactKind[] = ['field', 'address', 'consent', 'objection']

/** Why a person is not reached; null for who is. */
export function unreachedBecause(
  leaf: ReachableLeaf,
  facts: ReadonlyMap<string, readonly Pick<Fact, 'text'>[]>,
  bases: Bases,
): Ineligibility | null {
  const fails = ({ kind, keys, text, present }: Condition) =>
    keys.some(key => facts.get(nameOf({ kind, key }))?.some(fact => text === null || fact.text === text)) !==
    present
  return conditionsOf(leaf, bases.get(leaf.reachable) ?? null).find(fails)?.reason ?? null
}
