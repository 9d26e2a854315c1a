// What every service that keeps something about people owes them: to say what it holds before a merge or an erasure.
import { z } from 'zod'
import type { Permission } from './permission.ts'

/** One kind of thing that a service holds about a person. */
export const Held = z.object({
  what: z.string().describe('What it is: orders, tags.'),
  count: z.int().describe('How many of them the person has.'),
  on_merge: z.string().describe('What becomes of them when the person is joined into another.'),
  needs: z
    .custom<Permission>(value => typeof value === 'string')
    .nullable()
    .describe('The right to give it to a person directly, which moving it takes too; null where none moves.'),
  erased: z.string().nullable().describe('What goes when the person is anonymized.'),
  kept: z.string().nullable().describe('What stays then.'),
  why: z.string().nullable().describe('Why it stays.'),
})
export type Held = z.infer<typeof Held>
