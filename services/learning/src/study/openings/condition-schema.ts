// The conditions of opening rules and the deadline, as they are set and stored. How each kind is met is in its own file.
import { id, moment, oneOf, reference, weekdays } from '@lms/contract'
import { z } from 'zod'

/** A time of day without a date. */
const timeOfDay = () =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')
    .meta({ examples: ['09:00'] })

/** A number of days between a start and what follows from it. */
const dayCount = () => z.int().min(0).max(3650)

/** A number of hours between a start and what follows from it. */
const hourCount = () => z.int().min(1).max(8760)

export const DateCondition = z.strictObject({
  kind: z.literal('date'),
  at: moment().describe('When the lesson opens, for all people.'),
})

const starts = ['flow_start', 'own_start', 'lesson_opened', 'lesson_completed'] as const
const ofLesson = (from: (typeof starts)[number]) => from === 'lesson_opened' || from === 'lesson_completed'

export const DaysAfterCondition = z
  .strictObject({
    kind: z.literal('days_after'),
    from: oneOf(starts).describe('What the days are counted from.'),
    lesson_id: id('les')
      .nullish()
      .describe('The lesson whose opening or completion the days are counted from.'),
    days: dayCount().describe('Calendar days in the zone of the course.'),
    time: timeOfDay().nullish().describe('Default: the time of day of the start.'),
  })
  .refine(({ from, lesson_id }) => ofLesson(from) === Boolean(lesson_id), {
    message: 'belongs to from lesson_opened or lesson_completed, and is required there',
    path: ['lesson_id'],
  })

export const HoursAfterCondition = z
  .strictObject({
    kind: z.literal('hours_after'),
    from: oneOf(starts).describe('What the hours are counted from.'),
    lesson_id: id('les')
      .nullish()
      .describe('The lesson whose opening or completion the hours are counted from.'),
    hours: hourCount().describe('Hours of 60 minutes, also where the clocks change.'),
  })
  .refine(({ from, lesson_id }) => ofLesson(from) === Boolean(lesson_id), {
    message: 'belongs to from lesson_opened or lesson_completed, and is required there',
    path: ['lesson_id'],
  })

export const WeekdayCondition = z.strictObject({
  kind: z.literal('weekday'),
  from: oneOf(['flow_start', 'own_start']).describe('What the weekdays are counted from.'),
  weekday: oneOf(weekdays).describe('The day of the week on which the lesson opens.'),
  number: z
    .int()
    .min(1)
    .max(520)
    .describe('1 is the first such weekday and time that is not before the start.'),
  time: timeOfDay().describe('The time of day at which it opens, in the zone of the course.'),
})

export const AfterLessonCondition = z.strictObject({
  kind: z.literal('after_lesson'),
  lesson_id: id('les').describe('The lesson to complete.'),
})

export const AfterAcceptanceCondition = z.strictObject({
  kind: z.literal('after_acceptance'),
  lesson_id: id('les').describe('The lesson whose homework is to be accepted.'),
})

export const AfterCourseCondition = z.strictObject({
  kind: z.literal('after_course'),
  course_id: id('crs').describe('The other course to complete.'),
})

export const ScoreCondition = z.strictObject({
  kind: z.literal('score'),
  item_id: z
    .union([id('quz'), id('asg')])
    .describe('The quiz or the homework of the course whose grade counts, as the gradebook shows it.'),
  percent: z
    .int()
    .min(1)
    .max(100)
    .describe('The share of its points to reach. Accepted homework without points counts in full.'),
})

export const TagCondition = z.strictObject({
  kind: z.literal('tag'),
  tag_id: reference(['tag']).describe('The tag to have.'),
})

export const OfferCondition = z.strictObject({
  kind: z.literal('offer'),
  offer_id: reference(['off']).describe('The offer to have bought.'),
})

const ofWebinar = { webinar_id: reference(['wbn']).describe('The webinar; any of its sessions counts.') }

export const WebinarPresenceCondition = z.strictObject({
  kind: z.literal('webinar_presence'),
  ...ofWebinar,
  minutes: z.int().min(1).max(1440).describe('To be present live for so long in one session.'),
  auto: z
    .boolean()
    .default(true)
    .describe('Whether sessions of an auto-webinar count, which show a recording.'),
})

/** Shares of a recording that webinars tell. */
export const recordingShares = [50, 90, 100] as const

export const WebinarRecordingCondition = z.strictObject({
  kind: z.literal('webinar_recording'),
  ...ofWebinar,
  percent: z.literal([...recordingShares]).describe('The share of the recording of one session to watch.'),
})

export const Deadline = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('date'),
    at: moment().describe('The time, for all people.'),
  }),
  z.strictObject({
    kind: z.literal('days_after'),
    from: oneOf(['opening', 'flow_start']).describe('What the days are counted from.'),
    days: dayCount().describe('Calendar days in the zone of the course.'),
    time: timeOfDay().nullish().describe('Default: the time of day of the start.'),
  }),
  z.strictObject({
    kind: z.literal('hours_after'),
    from: oneOf(['opening', 'flow_start']).describe('What the hours are counted from.'),
    hours: hourCount().describe('Hours of 60 minutes, also where the clocks change.'),
  }),
])
export type Deadline = z.infer<typeof Deadline>
