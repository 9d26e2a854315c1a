// A condition: a fixed date. No freeze moves it.
import { formatTime, moment } from '@lms/contract'
import { z } from 'zod'
import type { Kind } from './facts.ts'

export const DateCondition = z.strictObject({
  kind: z.literal('date'),
  at: moment().describe('When the lesson opens, for all people.'),
})

export const dateKind: Kind<z.infer<typeof DateCondition>> = {
  opens_by: 'clock',
  ref: () => null,
  metAt: ({ at }) => formatTime(new Date(at)),
}
