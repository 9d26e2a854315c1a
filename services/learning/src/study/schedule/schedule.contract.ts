import { event, filter, id, L, oneOf, resourceWithEvents, timestamp } from '@lms/contract'
import { z } from 'zod'
import { byCourse, byLesson, personBy } from '../../relations/relation.contract.ts'
import { openers } from '../openings/facts.ts'
import { Condition, maxAlternatives } from '../openings/rule-schema.ts'

const conditionKinds = Condition.options.map(({ shape }) => shape.kind.value)
const reasonKinds = [
  ...(['access', 'published', 'ended', 'completed', 'override', 'flow_start'] as const),
  ...conditionKinds,
] as const

/** Conditions of a module and a lesson, all overrides of a person and flow, and the states of access and lesson. */
const maxReasons = 500

const SingleReason = z.object({
  kind: oneOf(reasonKinds).describe(
    'A kind of condition, what counts before all conditions, or the start of the flow, before which only an exception opens a lesson.',
  ),
  ref: z
    .string()
    .max(40)
    .nullable()
    .describe('The lesson, quiz, homework, course, tag, offer or override that it names.'),
  met: z.boolean().describe('Whether it holds now.'),
  at: timestamp().nullable().describe('When it was met, or will be; null if nobody knows.'),
  opens_by: oneOf(openers).describe('Who or what meets it.'),
})
const Reason = SingleReason.extend({
  any_of: z
    .array(SingleReason)
    .max(maxAlternatives)
    .optional()
    .describe('With `any_of` alone: its conditions, of which one is enough.'),
})

export const ScheduleItem = z.object({
  id: z
    .string()
    .max(70)
    .regex(/^(enr|grp)_[0-9a-z]{26}\.les_[0-9a-z]{26}$/)
    .describe('The enrollment, or the flow of an event about all its people, and the lesson.')
    .meta({ examples: ['enr_01h455vb4pex5vsknk084sn02q.les_01h455vb4pex5vsknk084sn02q'] }),
  enrollment_id: id('enr').nullable(),
  user_id: id('usr')
    .nullable()
    .describe('The person to whom the lesson opens; null in an event about a whole flow.'),
  group_id: id('grp').nullable().describe('The flow in which the person studies.'),
  course_id: id('crs'),
  module_id: id('mod'),
  lesson_id: id('les'),
  status: oneOf(['open', 'closed']).describe('Whether the person can enter the lesson now.'),
  opens_at: timestamp().nullable().describe('When it opened or will open; null while nobody knows.'),
  due_at: timestamp().nullable().describe('The time until which it is to be completed; null for none.'),
  ends_at: timestamp()
    .nullable()
    .describe('When it closes to the person, by its end or that of the flow; null for never.'),
  completed_at: timestamp().nullable().describe('When the person completed the lesson; null before.'),
  extra_quiz_minutes: z.int32().min(0).describe('Minutes by which an attempt at a quiz may take longer.'),
  extra_quiz_attempts: z.int().min(0).describe('How many more attempts each quiz allows the person.'),
  quizzes_restarted_at: timestamp()
    .nullable()
    .describe('Attempts that began before use nothing up; null if all of them count.'),
  reasons: z.array(Reason).max(maxReasons).describe('Why it is open, or why it is closed: what is not met.'),
})
export type ScheduleItem = z.infer<typeof ScheduleItem>

/** The lesson as the event has it: without the conditions of which one is enough, which would be too many for an event. */
const OpenedLesson = ScheduleItem.extend({
  reasons: z.array(SingleReason).max(maxReasons).describe('Why it is open.'),
})
export type OpenedLesson = z.infer<typeof OpenedLesson>

export const lessonOpened = event('lesson.opened', {
  when: 'a lesson opened after somebody had begun to study: to one person, or to all people of a flow (user_id is null; GET /v1/lesson-schedule?group_id=…&lesson_id=…&status=open lists them)',
  object: OpenedLesson,
  related: ['user_id', 'group_id', 'course_id', 'lesson_id'],
})

export const lessonSchedule = resourceWithEvents([lessonOpened], {
  list: L('GET /v1/lesson-schedule', {
    summary:
      'List when lessons open to people, when they are due, and why they are closed; students see their own',
    permission: 'lesson-schedule:read',
    returns: ScheduleItem,
    list: {
      bare: true,
      filters: {
        user_id: filter.id('usr'),
        group_id: filter.id('grp'),
        course_id: filter.id('crs'),
        lesson_id: filter.id('les'),
        status: filter.state(['open', 'closed']),
        // Not the present state: who lost their access has seen the lesson open.
        has_opened: filter.boolean,
      },
      sorts: [],
      expands: { user: personBy('user_id', 'lesson-schedule:read'), course: byCourse, lesson: byLesson },
    },
  }),
})
