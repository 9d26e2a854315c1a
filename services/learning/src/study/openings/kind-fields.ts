// Fields that several kinds of conditions have.
import { z } from 'zod'

/** A time of day without a date. */
export const timeOfDay = () =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')
    .meta({ examples: ['09:00'] })

/** A number of days between a start and what follows from it. */
export const dayCount = () => z.int().min(0).max(3650)

/** A number of hours between a start and what follows from it. */
export const hourCount = () => z.int().min(1).max(8760)
