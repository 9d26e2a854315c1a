// What a wait waits for.
import { moment, reference } from '@lms/contract'
import { RuleSchema } from '@lms/crm/contract'
import { z } from 'zod'
import { DataTest, dataName } from './data-test.ts'

const dayMinutes = 24 * 60
/** Maximum length of a wait, in minutes: two years. */
export const maxWait = 2 * 365 * dayMinutes
const maxDays = 3660

export const eventType = z
  .string()
  .max(60)
  .regex(/^[a-z]+\.[a-z_]+$/, 'must be the type of an event: order.paid')
  .meta({ examples: ['order.paid'] })

/** An event about the person whose object passes tests. */
export const eventFields = {
  type: eventType.describe('The type of the event, as webhooks name it.'),
  filter: z.array(DataTest).max(10).default([]).describe('Tests of the object of the event; all must hold.'),
}

const minutes = z.int32().min(1).max(maxWait)
const longest = minutes.describe('After so long the person leaves by `timeout`.')
const timeOfDay = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day: 09:30')
    .meta({ examples: ['09:30'] })

const DateOf = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('data'),
    name: dataName.describe('A time or a date in the data of the run.'),
  }),
  z.strictObject({
    from: z.literal('person'),
    field: z
      .string()
      .max(80)
      .regex(
        /^(created_at|custom\.[a-z][a-z0-9_]{0,62})$/,
        'must be created_at, or custom. and the name of a field',
      )
      .describe('A date of the person: the day they came, or a custom field.')
      .meta({ examples: ['custom.birthday'] }),
  }),
  z.strictObject({
    from: z.literal('session'),
    name: dataName
      .default('session_id')
      .describe(
        'The id of the session of a webinar in the data of the run: of a registration, `session_id`.',
      ),
  }),
  z.strictObject({
    from: z.literal('access'),
    course_id: reference(['crs']).describe('The end of the access of the person to it.'),
  }),
])
export type DateOf = z.output<typeof DateOf>

export const Until = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('minutes'),
    minutes: minutes.describe('The length of the wait in minutes.'),
  }),
  z.strictObject({ by: z.literal('moment'), at: moment().describe('The time at which the person goes on.') }),
  z.strictObject({
    by: z.literal('clock'),
    weekdays: z
      .array(z.int32().min(1).max(7))
      .max(7)
      .default([])
      .describe('1 is Monday; none for every day.'),
    time: timeOfDay().describe('The time of that day, in the zone of the person.'),
  }),
  z.strictObject({ by: z.literal('event'), ...eventFields, minutes: longest }),
  z.strictObject({
    by: z.literal('rule'),
    rule: RuleSchema.describe('The person goes on once it holds. It is looked at every ten minutes.'),
    minutes: longest,
  }),
  z.strictObject({
    by: z.literal('date'),
    of: DateOf.describe('The date that the wait counts from.'),
    yearly: z.boolean().default(false).describe('Whether the date returns every year, as a birthday does.'),
    days: z.int32().min(-maxDays).max(maxDays).default(0).describe('Days of the calendar from the date.'),
    minutes: z
      .int32()
      .min(-maxWait)
      .max(maxWait)
      .default(0)
      .describe('Minutes from there: -60 for an hour before.'),
    time: timeOfDay().nullable().default(null).describe('The time of that day, in the zone of the person.'),
  }),
])
export type Until = z.output<typeof Until>
export type UntilDate = Extract<Until, { by: 'date' }>

/** What ends a run wherever it is. */
export const Leave = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('event'), ...eventFields }),
  z.strictObject({
    by: z.literal('segment'),
    segment_id: reference(['seg']).describe('Being in it, or entering it.'),
  }),
  z.strictObject({
    by: z.literal('rule'),
    rule: RuleSchema.describe('It is looked at before every node, and every ten minutes of a wait.'),
  }),
])
export type Leave = z.output<typeof Leave>
