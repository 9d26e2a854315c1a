// The duty of every service with data about people: to report them before a merge or an erasure.
import { z } from 'zod'
import type { Permission } from './permission.ts'

/** One kind of data that a service has about a person. */
export const PersonalDataCount = z.object({
  what: z.string().describe('The kind of data: orders, tags.'),
  count: z.int().describe('The number of objects that the person has.'),
  incidental: z
    .boolean()
    .describe(
      'Whether it alone does not make the person known to the school: it came with a submission, or repeats other data.',
    ),
  on_merge: z.string().describe('What a merge does with them.'),
  needs: z
    .custom<Permission>(value => typeof value === 'string')
    .nullable()
    .describe(
      'The permission to give them to a person directly, which a merge needs too; null if a merge moves none.',
    ),
  erased: z.string().nullable().describe('What an anonymization erases.'),
  kept: z.string().nullable().describe('What an anonymization keeps.'),
  why: z.string().nullable().describe('Why it is kept.'),
})
export type PersonalDataCount = z.infer<typeof PersonalDataCount>
