// What courses of a school have in common; PATCH /v1/settings changes it.
import { timeZone } from '@lms/contract'
import { z } from 'zod'

export const LearningSettings = z.object({
  time_zone: timeZone()
    .default('UTC')
    .describe('The zone in which lessons open and deadlines end, in courses without a zone of their own.'),
})
export type LearningSettings = z.output<typeof LearningSettings>
