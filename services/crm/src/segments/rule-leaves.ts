// The leaves of a rule: what is asked about one person. Each is an object with one word that names what it reads.
import { currency, id, moment, oneOf, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { eventDays, longestText, personFields } from '../facts/fact.rules.ts'
import { countedTypes } from '../facts/fact-sources.ts'

/** Most times that a rule counts. */
export const maxTimes = 100
const maxDays = 3660

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date: 2026-11-24')
  .refine(value => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value), {
    message: 'must be a date: 2026-11-24',
  })

/** A moment: fixed, the beginning of a day in a zone, or so many days from now. */
export const When = z.union([
  z.strictObject({ at: moment() }),
  z.strictObject({ on: day, zone: timeZone().default('UTC') }),
  z.strictObject({ days_ago: z.int().min(-maxDays).max(maxDays), zone: timeZone().optional() }),
])
export type When = z.output<typeof When>

const between = { since: When.optional(), before: When.optional() }
const bounded = (leaf: { since?: unknown; before?: unknown }) =>
  leaf.since !== undefined || leaf.before !== undefined
const needsBound = 'give since, before or both'

const number = z.number().min(-9e12).max(9e12)
const value = z.union([text(longestText), number, z.boolean()])
const range = (each: z.ZodNumber) => ({ at_least: each.optional(), at_most: each.optional() })
const ranged = (leaf: { at_least?: unknown; at_most?: unknown }) =>
  leaf.at_least !== undefined || leaf.at_most !== undefined
const needsRange = 'give at_least, at_most or both'

const field = z
  .string()
  .max(80)
  .refine(
    name => (personFields as readonly string[]).includes(name) || /^custom\.[a-z][a-z0-9_]{0,62}$/.test(name),
    `must be custom.<name> or one of: ${personFields.join(', ')}`,
  )
const type = oneOf(countedTypes as [string, ...string[]])
const window = { within_days: z.int().min(1).max(eventDays).optional(), zone: timeZone().optional() }

export const FieldLeaf = z
  .strictObject({
    field,
    equals: value.optional(),
    in: z.array(value).min(1).max(50).optional(),
    exists: z.literal(true).optional(),
    ...range(number),
    ...between,
  })
  .refine(
    leaf =>
      [leaf.equals, leaf.in, leaf.exists].filter(part => part !== undefined).length +
        Number(ranged(leaf)) +
        Number(bounded(leaf)) ===
      1,
    'give one of: equals, in, exists, at_least or at_most, since or before',
  )

/** By the word that names what is read. */
export const leaves = {
  field: FieldLeaf,
  tag: z.strictObject({ tag: id('tag') }),
  group: z.strictObject({ group: id('grp') }),
  consent: z.strictObject({ consent: oneOf(['email', 'sms', 'phone', 'messenger', 'push', 'post']) }),
  access: z.strictObject({ access: id('crs') }),
  segment: z.strictObject({ segment: id('seg') }),
  spent: z.strictObject({ spent: currency(), ...range(z.int().min(0)) }).refine(ranged, needsRange),
  event: z.strictObject({ event: type, at_least: z.int().min(1).max(maxTimes).default(1), ...window }),
  did_not: z.strictObject({ did_not: type, ...window }),
  first: z.strictObject({ first: type, ...between }).refine(bounded, needsBound),
  last: z.strictObject({ last: type, ...between }).refine(bounded, needsBound),
} as const

export type LeafKind = keyof typeof leaves
export type LeafOf<K extends LeafKind> = z.output<(typeof leaves)[K]>
export type Leaf = { [K in LeafKind]: LeafOf<K> }[LeafKind]
export const leafKinds = Object.keys(leaves) as LeafKind[]
