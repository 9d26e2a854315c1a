// A condition: a fixed date. No freeze moves it.
import { formatTime } from '@lms/contract'
import type { z } from 'zod'
import type { DateCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const dateKind: Kind<z.infer<typeof DateCondition>> = {
  opens_by: 'clock',
  ref: () => null,
  metAt: ({ at }) => formatTime(new Date(at)),
}
