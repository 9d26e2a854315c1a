// The rule of a segment: a tree of and, or, not, and leaves. Pure.
import type { Prefix } from '@lms/contract'
import { z } from 'zod'
import { hereFact } from '../facts/fact.rules.ts'
import { type EventLeaf, factsOfEvents, isEventLeaf, objectsOfEvents, typesOfEvents } from './event-leaf.ts'
import { factsOfReachable } from './reachable-leaf.ts'
import { maxDepth, maxLeaves, ruleDescription, ruleExamples } from './rule-description.ts'
import { type Leaf, type LeafKind, type LeafOf, leafKinds, leaves } from './rule-leaves.ts'

export { maxDepth, maxLeaves }

export type Rule = { and: readonly Rule[] } | { or: readonly Rule[] } | { not: Rule } | Leaf

interface Fault {
  path: PropertyKey[]
  message: string
}

const joins = ['and', 'or', 'not'] as const
const words: readonly string[] = [...joins, ...leafKinds]

/** Reads a rule; its leaves get their defaults. Names the places of faults. */
export function readRule(value: unknown): { rule: Rule } | { faults: Fault[] } {
  const faults: Fault[] = []
  let count = 0

  function read(node: unknown, path: PropertyKey[], depth: number): Rule | null {
    const fault = (message: string, at: PropertyKey[] = path) => {
      faults.push({ path: at, message })
      return null
    }
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return fault('must be an object')
    if (depth > maxDepth) return fault(`a rule is at most ${maxDepth} levels deep`)
    const matchingWords = Object.keys(node).filter(key => words.includes(key))
    if (matchingWords.length !== 1) return fault(`must have exactly one of: ${words.join(', ')}`)
    const word = matchingWords[0] as LeafKind | (typeof joins)[number]
    const inner = (node as Record<string, unknown>)[word]
    if (word === 'and' || word === 'or' || word === 'not') {
      if (Object.keys(node).length > 1) return fault(`${word} stands alone in its object`)
      if (word === 'not') return { not: read(inner, [...path, word], depth + 1)! }
      if (!Array.isArray(inner) || inner.length === 0 || inner.length > maxLeaves)
        return fault(`must be a list of 1 to ${maxLeaves} rules`, [...path, word])
      const parts = inner.map((each, index) => read(each, [...path, word, index], depth + 1)!)
      return word === 'and' ? { and: parts } : { or: parts }
    }
    count++
    if (count === maxLeaves + 1) fault(`a rule has at most ${maxLeaves} leaves`)
    const parsed = leaves[word].safeParse(node)
    if (parsed.success) return parsed.data as Leaf
    for (const issue of parsed.error.issues.slice(0, 5)) fault(issue.message, [...path, ...issue.path])
    return null
  }

  const rule = read(value, [], 1)
  return faults.length || !rule ? { faults } : { rule }
}

/** A stored rule, which was read before. */
export function ruleOf(stored: unknown): Rule {
  const reading = readRule(stored)
  if ('rule' in reading) return reading.rule
  throw new Error(`The stored rule is none: ${reading.faults[0]?.message}`)
}

/** The schema of a rule in bodies and answers. */
export const RuleSchema = z
  .record(z.string().max(20), z.any())
  .superRefine((value, context) => {
    const reading = readRule(value)
    if ('rule' in reading) return
    for (const { path, message } of reading.faults.slice(0, 20))
      context.addIssue({ code: 'custom', path, message, input: value })
  })
  .meta({
    description: ruleDescription,
    examples: ruleExamples,
    'x-max-bytes': 60_000,
  })

/** The leaves of a rule with their places: `and.0.not`. */
export function leavesOf(
  rule: Rule,
  path: readonly (string | number)[] = [],
): { path: string; leaf: Leaf }[] {
  if ('and' in rule) return rule.and.flatMap((each, index) => leavesOf(each, [...path, 'and', index]))
  if ('or' in rule) return rule.or.flatMap((each, index) => leavesOf(each, [...path, 'or', index]))
  if ('not' in rule) return leavesOf(rule.not, [...path, 'not'])
  return [{ path: path.join('.'), leaf: rule }]
}

/** What a leaf is about. */
export const kindOf = (leaf: Leaf): LeafKind => leafKinds.find(kind => kind in leaf)!

/** The leaf, if it is of the kind. */
export const asKind = <K extends LeafKind>(leaf: Leaf, kind: K): LeafOf<K> | null =>
  kind in leaf ? (leaf as LeafOf<K>) : null

/** The types of the events that a leaf is about. */
export const typesOf = (leaf: Leaf): string[] => (isEventLeaf(leaf) ? typesOfEvents(leaf) : [])

/** The fact of a leaf about no events, as the index of segments names it. */
export const factOf = (leaf: Exclude<Leaf, EventLeaf | LeafOf<'reachable'>>): string => {
  const kind = kindOf(leaf)
  return `${kind}:${(leaf as unknown as Record<string, string>)[kind]}`
}

function factsOf(leaf: Leaf): string[] {
  if (isEventLeaf(leaf)) return factsOfEvents(leaf)
  return 'reachable' in leaf ? factsOfReachable(leaf) : [factOf(leaf)]
}

/** Everything that a rule reads: a change of it can change the answer. */
export const readsOf = (rule: Rule): string[] => [
  ...new Set([hereFact, ...leavesOf(rule).flatMap(({ leaf }) => factsOf(leaf))]),
]

/** The segments that a rule names. */
export const segmentsIn = (rule: Rule): string[] => [
  ...new Set(leavesOf(rule).flatMap(({ leaf }) => asKind(leaf, 'segment')?.segment ?? [])),
]

const namedKinds = { tag: 'tag', group: 'grp', access: 'crs' } as const
/** The objects that a rule names besides segments, each with its place in the rule. */
export const referencesIn = (rule: Rule) =>
  leavesOf(rule).flatMap(({ path, leaf }) => {
    const steps = path.split('.').filter(step => step !== '')
    if (isEventLeaf(leaf))
      return objectsOfEvents(leaf).map(({ steps: inner, prefix, id }) => ({
        fieldPath: [...steps, ...inner],
        to: prefix,
        id,
      }))
    const kind = kindOf(leaf)
    if (kind !== 'tag' && kind !== 'group' && kind !== 'access') return []
    const id = (leaf as unknown as Record<string, string>)[kind]!
    return [{ fieldPath: [...steps, kind], to: namedKinds[kind] as Prefix, id }]
  })

const custom = 'custom.'

/** The name of a custom field of people; null for a field that everybody has. */
export const customName = (field: string): string | null =>
  field.startsWith(custom) ? field.slice(custom.length) : null

/**
 * What a rule names, each with its place in it: objects of other services and segments, topics of messages, and custom fields of
 * people.
 */
export function namesIn(rule: Rule) {
  const leaves = leavesOf(rule).map(({ path, leaf }) => ({
    steps: path.split('.').filter(step => step !== ''),
    leaf,
  }))
  return {
    objects: [
      ...referencesIn(rule).map(({ fieldPath, to }) => ({ fieldPath, to })),
      ...leaves.flatMap(({ steps, leaf }) =>
        'segment' in leaf ? [{ fieldPath: [...steps, 'segment'], to: 'seg' as const }] : [],
      ),
    ],
    topics: leaves.flatMap(({ steps, leaf }) =>
      'reachable' in leaf ? [{ fieldPath: [...steps, 'reachable'], topic: leaf.reachable }] : [],
    ),
    fields: leaves.flatMap(({ steps, leaf }) => {
      const name = 'field' in leaf ? customName(leaf.field) : null
      return name === null ? [] : [{ fieldPath: [...steps, 'field'], name }]
    }),
  }
}
