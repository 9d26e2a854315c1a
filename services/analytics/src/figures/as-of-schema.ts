// Up to which event figures are complete.
import { timestamp } from '@lms/contract'
import { z } from 'zod'

export const AsOf = z
  .object({
    sequence: z
      .int()
      .nullable()
      .describe(
        'The `sequence` of the last event that has had its effect; null before the journal has it, and while a restored school is counted anew.',
      ),
    at: timestamp()
      .nullable()
      .describe(
        'When that event happened; null before the first one, and while a restored school is counted anew.',
      ),
  })
  .describe(
    'The figures have the effects of all events up to this one, also where one behind it has its own already.',
  )
export type AsOf = z.infer<typeof AsOf>
