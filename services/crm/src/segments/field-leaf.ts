// The leaf about a field of a person.
import { oneOf, text, timeZone, weekdays } from '@lms/contract'
import { z } from 'zod'
import { longestText, personFields } from '../facts/fact.rules.ts'
import { between, bounded, number, range, ranged } from './rule-bounds.ts'

const value = z.union([text(longestText), number, z.boolean()])
const part = text(longestText, 1).optional()

const name = z
  .string()
  .max(80)
  .refine(
    field =>
      (personFields as readonly string[]).includes(field) || /^custom\.[a-z][a-z0-9_]{0,62}$/.test(field),
    `must be custom.<name> or one of: ${personFields.join(', ')}`,
  )

/** Parts of a date that all must fit. `this` month is that of today in the zone. */
const DateParts = z
  .strictObject({
    month: z.union([z.int().min(1).max(12), z.literal('this')]).optional(),
    day: z.int().min(1).max(31).optional(),
    year: z.int().min(1).max(9999).optional(),
    weekday: oneOf(weekdays).optional(),
    zone: timeZone().default('UTC'),
  })
  .refine(
    ({ month, day, year, weekday }) => [month, day, year, weekday].some(each => each !== undefined),
    'give month, day, year or weekday',
  )
export type DateParts = z.output<typeof DateParts>

/** The day of the date returns today or within so many days; 29 February on the 28th where a year has none. */
const Anniversary = z.strictObject({
  within_days: z.int().min(0).max(365).default(0),
  zone: timeZone().default('UTC'),
})
export type Anniversary = z.output<typeof Anniversary>

export const textParts = ['contains', 'starts', 'ends'] as const

export const FieldLeaf = z
  .strictObject({
    field: name,
    equals: value.optional(),
    in: z.array(value).min(1).max(50).optional(),
    exists: z.literal(true).optional(),
    contains: part,
    starts: part,
    ends: part,
    date: DateParts.optional(),
    anniversary: Anniversary.optional(),
    ...range(number),
    ...between,
  })
  .refine(
    ({ field: _, at_least, at_most, since, before, ...others }) =>
      Object.values(others).filter(part => part !== undefined).length +
        Number(ranged({ at_least, at_most })) +
        Number(bounded({ since, before })) ===
      1,
    'give one of: equals, in, exists, contains, starts, ends, date, anniversary, at_least or at_most, since or before',
  )
export type FieldLeaf = z.output<typeof FieldLeaf>
