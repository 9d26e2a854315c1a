import {
  A,
  C,
  event,
  filter,
  id,
  L,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
  U,
} from '@lms/contract'
import { z } from 'zod'
import { courseCompleted, Enrollment } from '../enrollments/enrollment.contract.ts'
import { refusals as closedRefusals } from '../openings/lesson-closed.ts'
import { lessonProgressLifecycle } from './lesson-progress.lifecycle.ts'
import { AnyReport, maxReports } from './report-schema.ts'

const maxBlocks = 100

export const LessonProgress = z.object({
  id: id('lpr'),
  enrollment_id: id('enr'),
  user_id: id('usr'),
  course_id: id('crs'),
  lesson_id: id('les'),
  status: statusOf(lessonProgressLifecycle).describe(
    'A completed lesson stays completed, whatever happens to the lesson.',
  ),
  viewed_percent: z
    .int()
    .min(0)
    .max(100)
    .describe(
      'The share of its seconds, or of its blocks if none has a length; counted at the last report, and again minutes after the blocks of a lesson have changed that is completed by it.',
    ),
  started_at: timestamp().describe('The first report, mark, passed quiz or accepted homework.'),
  marked_at: timestamp().nullable().describe('When the student marked it as done.'),
  quiz_passed_at: timestamp().nullable().describe('When all quizzes of the lesson were passed; null before.'),
  homework_accepted_at: timestamp()
    .nullable()
    .describe('When the homework of the lesson was accepted; null before.'),
  completed_at: timestamp().nullable().describe('When the person completed the lesson; null before.'),
  taken_back_at: timestamp()
    .nullable()
    .describe(
      'When staff took its completion back: a mark, a passed quiz or accepted homework after it completes the lesson again, a changed course does not.',
    ),
  ...stamps,
})
export type LessonProgress = z.infer<typeof LessonProgress>

export const BlockProgress = z.object({
  block_id: id('lbk'),
  watched_seconds: z.int().min(0).describe('The seconds that were played, each counted once.'),
  position_seconds: z.int().min(0).describe('Where the player stood last.'),
  reported_at: timestamp(),
})

const LessonProgressWithBlocks = LessonProgress.extend({
  blocks: z.array(BlockProgress).max(maxBlocks).describe('The blocks of which something was reported.'),
})

export const refusals = refuse({
  person_missing: {
    status: 422,
    when: 'the call acts as no person, and names none',
    message: 'Name the person: X-On-Behalf-Of, a personal key or a session; staff may send user_id.',
  },
  study_unknown: {
    status: 422,
    when: 'the person has never studied the course',
    message: 'This person has no enrollment in the course. GET /v1/enrollments?user_id=… lists them.',
  },
  study_not_running: {
    status: 409,
    when: 'the enrollment waits, is frozen, suspended or ended',
    message: 'This enrollment does not run now, so nothing can be done in its lessons. See its status.',
  },
  lesson_not_markable: {
    status: 409,
    when: 'the completion of the lesson does not depend on a mark of the student',
    message: 'This lesson is completed by what is done in it, not by a mark. See its completion.',
  },
  lesson_not_begun: {
    status: 409,
    when: 'the person has done nothing in the lesson',
    message: 'There is nothing to undo: this person has not begun the lesson.',
  },
})

const related = ['enrollment_id', 'user_id', 'course_id', 'lesson_id'] as const
export const lessonStarted = event('lesson.started', {
  when: 'a person did something in a lesson for the first time',
  object: LessonProgress,
  related,
})
export const lessonCompleted = event('lesson.completed', {
  when: 'a person completed a lesson',
  object: LessonProgress,
  related,
  example: { status: 'completed' },
})
/** The events that follow from whatever a person does in a lesson. */
export const progressEvents = [lessonStarted, lessonCompleted, courseCompleted]

const ofPerson = z.strictObject({
  user_id: id('usr')
    .optional()
    .describe('The person, if staff asks; otherwise the one that the call acts as.'),
})

export const progress = resource({
  list: L('GET /v1/progress', {
    summary: 'List progress in lessons; students see their own',
    permission: 'progress:read',
    returns: LessonProgressWithBlocks,
    list: { filters: { enrollment_ended: filter.boolean }, sorts: ['created_at', 'updated_at'] },
  }),
  report: C('POST /v1/progress/events', {
    summary: 'Report what a person watched; reports may arrive late, twice and in any order',
    permission: 'progress:write',
    body: z.strictObject({
      reports: z.array(AnyReport).min(1).max(maxReports).describe('What was watched, in any order.'),
    }),
    example: {
      reports: [
        {
          block_id: 'lbk_01h455vb4pex5vsknk084sn02q',
          segments: [{ from: 0, to: 30 }],
          position_seconds: 30,
        },
      ],
    },
    returns: z.object({
      accepted: z.int().describe('The number of reports that were taken, with all or some of their seconds.'),
      lessons: z
        .array(LessonProgressWithBlocks)
        .max(maxReports)
        .describe('The progress in the lessons concerned, after the reports.'),
      unknown: z
        .array(id('lbk'))
        .max(maxReports)
        .describe('Reported blocks that are not there, or that the person does not see.'),
      warnings: z
        .array(
          z.object({
            index: z.int().describe('The place of the report in the body, from 0.'),
            kind: oneOf(['unreadable', 'study_not_running', 'lesson_closed', 'too_fast']).describe(
              'Why a report was left out, whole or in part.',
            ),
            message: text(300).describe('The same in words, for people.'),
          }),
        )
        .max(maxReports)
        .describe('Reports that were left out, or of which seconds were left out.'),
    }),
    bound: 'event',
    refuses: [refusals.person_missing],
    emits: progressEvents,
  }),
  reset: U('DELETE /v1/progress', {
    summary: "Reset a person's progress and quiz attempts in a course; homework is kept",
    permission: 'enrollments:write',
    body: z.strictObject({ user_id: id('usr'), course_id: id('crs') }),
    returns: Enrollment,
    refuses: [refusals.study_unknown],
  }),
})

export const lessonCompletions = resource({
  complete: A('POST /v1/lessons/{id}/complete', {
    summary: 'Mark a lesson as completed; staff can complete it for a person regardless of its rule',
    permission: 'progress:write',
    body: ofPerson,
    returns: LessonProgress,
    bound: 'event',
    refuses: [
      refusals.person_missing,
      refusals.study_not_running,
      refusals.lesson_not_markable,
      closedRefusals.lesson_closed,
    ],
    emits: progressEvents,
  }),
  undo: M('DELETE /v1/lessons/{id}/complete', {
    summary: 'Undo the completion of a lesson',
    permission: 'progress:write',
    body: ofPerson,
    returns: LessonProgress,
    refuses: [refusals.person_missing, refusals.lesson_not_begun],
  }),
})
