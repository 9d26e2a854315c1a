import {
  atMost,
  C,
  deleted,
  distinct,
  filter,
  id,
  L,
  M,
  moment,
  oneOf,
  reference,
  refuse,
  resource,
  stamps,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { byCourse, personBy } from '../../relations/relation.contract.ts'

const maxLessons = 500
const maxOverrides = 200

export const LessonOverride = z.object({
  id: id('ovr'),
  user_id: id('usr').nullable().describe('The person; null for a flow.'),
  group_id: reference(['grp']).nullable().describe('The flow; null for a person.'),
  course_id: id('crs'),
  lesson_ids: distinct(id('les'), maxLessons).describe('Lessons of the course; none of them for all.'),
  opening: oneOf(['open', 'hold'])
    .nullable()
    .describe(
      '`open`: from `at` on, whatever the rules, also before the start of the flow; lessons that wait for these still open with the flow. `hold`: not before `at`, or not before the override is deleted. Null leaves the opening as it is.',
    ),
  at: timestamp().nullable().describe('Of `open`, default: now; of `hold`, null for no end.'),
  due_at: timestamp().nullable().describe('In place of the deadline of the rules; null leaves it as it is.'),
  extra_quiz_minutes: z
    .int32()
    .min(1)
    .max(10_080)
    .nullable()
    .describe(
      'Minutes by which each attempt at a quiz of these lessons may take longer, also one that runs.',
    ),
  extra_quiz_attempts: z
    .int32()
    .min(1)
    .max(100)
    .nullable()
    .describe('How many more attempts each quiz of these lessons allows; null for none.'),
  restarts_quizzes: z
    .boolean()
    .describe('Whether attempts from before it use nothing up: all that are allowed may be begun again.'),
  excused: z
    .boolean()
    .describe('Whether quizzes and homework of these lessons count nothing in the total of the gradebook.'),
  ...stamps,
})
export type LessonOverride = z.infer<typeof LessonOverride>

export const refusals = refuse({
  overrides_limit_reached: {
    status: 409,
    when: 'the person or flow has the maximum number of overrides in the course',
    message: `A person or flow has at most ${maxOverrides} overrides in a course. One may name ${maxLessons} lessons. Delete some: DELETE /v1/lesson-overrides/{id}.`,
  },
  override_course_unknown: {
    status: 422,
    when: 'the school has no such course',
    message: 'This school has no such course. GET /v1/courses lists them.',
  },
  override_lesson_unknown: {
    status: 422,
    when: 'one of the lessons is not of the course',
    message:
      'lesson_ids can only name lessons of course_id: see details. GET /v1/courses/{id}/structure lists them.',
  },
  override_person_unknown: {
    status: 422,
    when: 'the person does not study the course, or not in a group of the curator who asks',
    message: 'This person does not study this course. GET /v1/enrollments?course_id=… lists who does.',
  },
  override_flow_unknown: {
    status: 422,
    when: 'the flow is not one of the curator who asks',
    message: 'This flow is not one of yours. GET /v1/groups lists them.',
  },
})

/** Overrides of one person or flow in one course. */
export const overrideRoom = atMost(maxOverrides, refusals.overrides_limit_reached)

const {
  user_id,
  group_id,
  course_id,
  lesson_ids,
  opening,
  at,
  due_at,
  extra_quiz_minutes,
  extra_quiz_attempts,
  restarts_quizzes,
  excused,
} = LessonOverride.shape

export const lessonOverrides = resource({
  list: L('GET /v1/lesson-overrides', {
    summary: 'List exceptions to the opening rules; curators see those of their people and flows',
    permission: 'lesson-overrides:read',
    returns: LessonOverride,
    list: {
      filters: { lesson_id: filter.id('les') },
      sorts: ['created_at'],
      expands: { user: personBy('user_id', 'lesson-overrides:read'), course: byCourse },
    },
  }),
  create: C('POST /v1/lesson-overrides', {
    summary:
      'Create an exception for a person or flow: openings, deadlines, more time or attempts for quizzes',
    permission: 'lesson-overrides:write',
    body: z
      .strictObject({
        user_id: user_id.optional(),
        group_id: group_id.optional(),
        course_id,
        lesson_ids: lesson_ids.default([]),
        opening: opening.optional(),
        at: moment().nullable().optional().describe(at.description!),
        due_at: moment().nullable().optional().describe(due_at.description!),
        extra_quiz_minutes: extra_quiz_minutes.optional(),
        extra_quiz_attempts: extra_quiz_attempts.optional(),
        restarts_quizzes: restarts_quizzes.default(false),
        excused: excused.default(false),
      })
      .refine(body => Boolean(body.user_id) !== Boolean(body.group_id), {
        message: 'either user_id or group_id is required',
        path: ['user_id'],
      })
      .refine(
        ({ opening, due_at, extra_quiz_minutes, extra_quiz_attempts, restarts_quizzes, excused }) =>
          opening || due_at || extra_quiz_minutes || extra_quiz_attempts || restarts_quizzes || excused,
        {
          message:
            'opening, due_at, extra_quiz_minutes, extra_quiz_attempts, restarts_quizzes or excused is required: without them nothing changes',
          path: ['opening'],
        },
      )
      .refine(body => body.opening || !body.at, { message: 'belongs to opening', path: ['at'] }),
    example: {
      user_id: 'usr_01h455vb4pex5vsknk084sn02q',
      course_id: 'crs_01h455vb4pex5vsknk084sn02q',
      opening: 'open',
    },
    returns: LessonOverride,
    bound: overrideRoom,
    refuses: [
      refusals.override_course_unknown,
      refusals.override_lesson_unknown,
      refusals.override_person_unknown,
      refusals.override_flow_unknown,
    ],
  }),
  delete: M('DELETE /v1/lesson-overrides/{id}', {
    summary: 'Delete an exception, so that the opening rules apply again',
    permission: 'lesson-overrides:write',
    returns: deleted(id('ovr')),
  }),
})
