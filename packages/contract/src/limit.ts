// A limit of a school, and how much of it is used.
import { z } from 'zod'
import { oneOf, timestamp } from './field-types.ts'

const counted = ['requests', 'events', 'deliveries', 'tasks'] as const
const perSecond = counted.map(each => `${each}_per_second` as const)
export const limitUnits = ['objects', 'files', 'gibibytes', 'tokens', ...counted, ...perSecond] as const

export const LimitState = z.object({
  limit: z.number().min(0).describe('The most that is allowed, in `unit`.'),
  used: z
    .number()
    .min(0)
    .nullable()
    .describe('Null where nothing is counted: the limit applies to each parent object, or is a rate.'),
  unit: oneOf(limitUnits).describe(
    'The unit of both. A rate `…_per_second` recovers continuously; the limit of the same things at once is its burst.',
  ),
  resets_at: timestamp()
    .nullable()
    .describe(
      'When `used` begins at 0 again; null where it does not: what is used is free again once it is gone.',
    ),
  set_by: oneOf(['product', 'default', 'platform_team', 'school']).describe(
    'product: the same for every school. default: the platform team has set nothing else for this school. ' +
      'platform_team: set for this school. school: its own setting.',
  ),
  reached_when: z
    .string()
    .describe('What the limit is about; more is refused.')
    .meta({ examples: ['the school has 200 offers'] }),
})
export type LimitState = z.infer<typeof LimitState>
