// The leaves of a rule: what is asked about one person. Each is an object with one word that names what it reads.
import { currency, id, oneOf } from '@lms/contract'
import { z } from 'zod'
import { eventLeaves } from './event-leaf.ts'
import { FieldLeaf } from './field-leaf.ts'
import { ReachableLeaf } from './reachable-leaf.ts'
import { between, bounded, needsBound, needsRange, range, ranged } from './rule-bounds.ts'

/** By the word that names what is read. */
export const leaves = {
  field: FieldLeaf,
  tag: z.strictObject({ tag: id('tag') }),
  group: z.strictObject({ group: id('grp') }),
  consent: z.strictObject({ consent: oneOf(['email', 'sms', 'phone', 'messenger', 'push', 'post']) }),
  access: z.strictObject({
    access: id('crs'),
    ends: z.strictObject(between).refine(bounded, needsBound).optional(),
  }),
  reachable: ReachableLeaf,
  segment: z.strictObject({ segment: id('seg') }),
  spent: z.strictObject({ spent: currency(), ...range(z.int().min(0)) }).refine(ranged, needsRange),
  ...eventLeaves,
} as const

export type LeafKind = keyof typeof leaves
export type LeafOf<K extends LeafKind> = z.output<(typeof leaves)[K]>
export type Leaf = { [K in LeafKind]: LeafOf<K> }[LeafKind]
export const leafKinds = Object.keys(leaves) as LeafKind[]
