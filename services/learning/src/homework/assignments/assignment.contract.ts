import { atMost, crud, id, oneOf, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { gradingFields, refusals as gradingRefusals } from '../../assessment/gradebook/grade-category.ts'
import { lessonUpdated } from '../../course/lessons/lesson.contract.ts'
import { byCourse, byLesson } from '../../relations/relation.contract.ts'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'
import { Criterion, maxCriteria } from './rubric.ts'

const maxAssignments = 2000

/** What becomes of an answer after the deadline. */
export const lateRules = ['accept', 'mark', 'refuse', 'penalty'] as const

export const Assignment = z.object({
  id: id('asg'),
  course_id: id('crs'),
  lesson_id: id('les').describe('The lesson of which it is the homework.'),
  title: text(200, 1)
    .meta({ examples: ['A sky of three washes'] })
    .describe('What students read above the homework.'),
  text: text(20_000).describe('The task that students are to do.'),
  max_score: z
    .int32()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('In hundredths of a point; null if it is only accepted or returned.'),
  review_hours: z.int32().min(1).max(2160).describe('Within how many hours an answer is to be reviewed.'),
  late: oneOf(lateRules).describe(
    'Answers after the deadline are accepted; marked as late; refused; or lose a share of their score for each day.',
  ),
  penalty_percent: z
    .int32()
    .min(1)
    .max(100)
    .nullable()
    .describe('The share of the score that each calendar day of delay costs; needed for `late: penalty`.'),
  rubric: z
    .array(Criterion)
    .min(1)
    .max(maxCriteria)
    .nullable()
    .describe(
      'The criteria by which it is reviewed; the score follows from their levels. It needs max_score. Null for a score without criteria. A change leaves the reviews before as they are.',
    ),
  ...gradingFields,
  ...stamps,
})
export type Assignment = z.infer<typeof Assignment>

export const refusals = refuse({
  assignments_limit_reached: {
    status: 409,
    when: 'the school has the maximum number of assignments',
    message: `A school has at most ${maxAssignments} assignments. Delete one that nobody has begun.`,
  },
  assignment_lesson_unknown: {
    status: 422,
    when: 'the school has no such lesson',
    message: 'This school has no such lesson. GET /v1/lessons?course_id=… lists those of a course.',
  },
  assignment_penalty_invalid: {
    status: 422,
    when: 'penalty_percent is missing with late penalty, or there without it or without max_score',
    message: '`late: penalty` needs penalty_percent and max_score; other rules have no penalty_percent.',
  },
  assignment_rubric_invalid: {
    status: 422,
    when: 'a key of the rubric stands twice, or the assignment has a rubric and no max_score',
    message:
      'The criteria of a rubric have keys of their own, and so have the levels of each; a rubric needs max_score. See the places in details.',
  },
  assignment_named: {
    status: 409,
    when: 'the opening rules of a lesson or module name the assignment',
    message:
      'Opening rules name this assignment: see details. Take it out of them first: PUT /v1/lessons/{id}/access-rules, PATCH /v1/modules/{id}.',
  },
  assignment_begun: {
    status: 409,
    when: 'somebody has begun it',
    message: 'People have begun this assignment, and keep what they made. Withdraw its lesson instead.',
  },
})

/** Whether a penalty is there exactly where the rule about late answers needs it. */
export const hasFitPenalty = ({
  late,
  penalty_percent,
  max_score,
}: Pick<Assignment, 'late' | 'penalty_percent' | 'max_score'>): boolean =>
  late === 'penalty' ? penalty_percent !== null && max_score !== null : penalty_percent === null

const operations = crud('/v1/assignments', Assignment, {
  names: ['an assignment', 'assignments'],
  bound: atMost(maxAssignments, refusals.assignments_limit_reached),
  summaries: {
    list: 'List assignments; students see those of lessons that are open to them',
    create: 'Add an assignment to a lesson',
    delete: 'Delete an assignment that nobody has begun',
  },
  readOnly: ['course_id'],
  immutable: ['lesson_id'],
  defaults: { text: '', review_hours: 72, late: 'accept', extra_credit: false },
  sorts: ['created_at', 'updated_at', 'title'],
  expands: { course: byCourse, lesson: byLesson },
  refuses: {
    create: [
      refusals.assignment_lesson_unknown,
      refusals.assignment_penalty_invalid,
      refusals.assignment_rubric_invalid,
      gradingRefusals.grade_category_unknown,
    ],
    update: [
      refusals.assignment_penalty_invalid,
      refusals.assignment_rubric_invalid,
      gradingRefusals.grade_category_unknown,
    ],
    delete: [refusals.assignment_begun, refusals.assignment_named],
  },
  examples: { update: { review_hours: 48 } },
})

/** What the homework itself is concerned with, without its lesson. */
export const assignmentOperations = operations

export const assignments = resource({
  ...operations,
  create: { ...operations.create, emits: [lessonUpdated] },
  delete: { ...operations.delete, emits: [lessonUpdated] },
  // Students read those of lessons that are open to them.
  get: { ...operations.get, refuses: [openingRefusals.lesson_closed] },
})
