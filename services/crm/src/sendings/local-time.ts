import { timeOfDay } from '../settings/quiet-hours.ts'

/** The time of day of each person, in the body of a start. */
export const localTime = () =>
  timeOfDay()
    .nullable()
    .default(null)
    .describe(
      'Each person gets it at this time of day of their own zone, the first one after the start: for all zones it takes a day. Null: as soon as it is due.',
    )
