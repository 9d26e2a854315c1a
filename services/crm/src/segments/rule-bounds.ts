// The parts of leaves: moments, ranges, zones.
import { moment, timeZone } from '@lms/contract'
import { z } from 'zod'

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

export const between = { since: When.optional(), before: When.optional() }
export type Between = Pick<z.output<z.ZodObject<typeof between>>, 'since' | 'before'>
export const bounded = (leaf: { since?: unknown; before?: unknown }) =>
  leaf.since !== undefined || leaf.before !== undefined
export const needsBound = 'give since, before or both'

export const number = z.number().min(-9e12).max(9e12)
export const range = (each: z.ZodNumber) => ({ at_least: each.optional(), at_most: each.optional() })
export const ranged = (leaf: { at_least?: unknown; at_most?: unknown }) =>
  leaf.at_least !== undefined || leaf.at_most !== undefined
export const needsRange = 'give at_least, at_most or both'
