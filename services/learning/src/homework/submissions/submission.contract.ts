import {
  A,
  C,
  event,
  G,
  id,
  L,
  LN,
  M,
  moment,
  oneOf,
  personal,
  resource,
  resourceWithEvents,
  text,
} from '@lms/contract'
import { z } from 'zod'
import { QuizAttempt } from '../../assessment/attempts/attempt.contract.ts'
import { byCourse, byLesson, personBy } from '../../relations/relation.contract.ts'
import { refusals as studyRefusals } from '../../study/enrollments/enrollment.contract.ts'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'
import { progressEvents } from '../../study/progress/progress.contract.ts'
import { CriterionInput, maxCriteria } from '../assignments/rubric.ts'
import { reviewerRefusals } from '../review-queue/reviewer.contract.ts'
import {
  answer,
  FullAttempts,
  files,
  ListedComment,
  maxComments,
  Submission,
  SubmissionComment,
  SubmissionDetail,
  score,
} from './submission.object.ts'
import { refusals } from './submission-refusals.ts'

export { refusals }

const related = ['user_id', 'assignment_id', 'course_id', 'lesson_id', 'curator_id'] as const
const submissionEvent = <const T extends string>(name: T, when: string, changes = false) =>
  event(`submission.${name}`, { when, object: Submission, related, changes })

export const submissionCreated = submissionEvent(
  'created',
  'a homework was sent, for the first time or again',
)
export const submissionUpdated = submissionEvent(
  'updated',
  'a student changed or withdrew a sent answer, or a moved deadline or a leave changed its deadline or lateness',
  true,
)
export const submissionAssigned = submissionEvent(
  'assigned',
  'an answer was claimed by a curator, assigned to one, or went back to the queue',
)
export const submissionAccepted = submissionEvent('accepted', 'a homework was accepted, or its score changed')
export const submissionReturned = submissionEvent('returned', 'a homework was returned for rework')
export const submissionOverdue = submissionEvent(
  'overdue',
  'a deadline has passed without an answer (`late: student`), or without its review (`late: curator`)',
)
export const submissionCommented = event('submission.commented', {
  when: 'the student or the school wrote a comment on a homework',
  object: SubmissionComment,
  related: ['submission_id', 'user_id'],
})

const readOperation = (summary: string) => ({
  summary,
  permission: 'submissions:read' as const,
  returns: Submission,
})
const content = {
  text: answer().optional(),
  file_ids: files(20).optional(),
  status: oneOf(['submitted']).optional().describe('Sends a draft, or a returned answer again.'),
}

export const submissions = resourceWithEvents([submissionOverdue], {
  list: L('GET /v1/submissions', {
    ...readOperation('List submissions; students see their own, curators those that they may review'),
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: {
        attempts: { key: 'id', permission: 'submissions:read', returns: FullAttempts },
        user: personBy('user_id', 'submissions:read'),
        curator: personBy('curator_id', 'submissions:read'),
        course: byCourse,
        lesson: byLesson,
      },
    },
  }),
  create: C('POST /v1/submissions', {
    summary: 'Submit homework, or save a draft; submit again after it was returned or withdrawn',
    permission: 'submissions:write',
    body: z.strictObject({
      assignment_id: id('asg'),
      enrollment_id: id('enr'),
      text: answer().default(''),
      file_ids: files(20).default([]),
      status: oneOf(['draft', 'submitted'])
        .default('submitted')
        .describe('`draft` keeps the answer for later; `submitted` sends it to be reviewed.'),
    }),
    example: {
      assignment_id: 'asg_01h455vb4pex5vsknk084sn02q',
      enrollment_id: 'enr_01h455vb4pex5vsknk084sn02q',
      text: 'Three washes, the last one while the paper was still wet.',
    },
    returns: Submission,
    refuses: [
      refusals.assignment_unknown,
      studyRefusals.enrollment_invalid,
      openingRefusals.lesson_closed,
      refusals.submission_empty,
      refusals.submission_late,
      refusals.submission_waiting,
      refusals.submission_accepted,
      refusals.submission_attempts_limit_reached,
    ],
    emits: [submissionCreated],
    bound: 'task',
  }),
  claim: C('POST /v1/submissions/claim', {
    summary:
      "Claim what is due first in the curator's queue: a submission, or an attempt at a quiz with open answers",
    permission: 'grading:write',
    body: z.strictObject({
      curator_id: id('usr').optional().describe('By default the person who asks.'),
      kind: oneOf(['submission', 'attempt'])
        .optional()
        .describe('What to claim alone; by default whichever of both is due first.'),
    }),
    returns: z.object({
      submission: Submission.nullable().describe('The claimed homework; null if it is none.'),
      attempt: QuizAttempt.nullable().describe(
        'The claimed attempt, whose open answers POST /v1/quiz-attempts/{id}/review scores; null if it is none. Both are null if nothing waits.',
      ),
    }),
    refuses: [reviewerRefusals.curator_unknown, refusals.curator_absent, refusals.curator_load_limit_reached],
    emits: [submissionAssigned],
    bound: 'event',
  }),
  get: G('GET /v1/submissions/{id}', {
    ...readOperation('Get a submission with its last answer and links to its files'),
    returns: SubmissionDetail,
  }),
  update: M('PATCH /v1/submissions/{id}', {
    summary: 'Change a submission that nobody is reviewing yet, or submit its draft',
    permission: 'submissions:write',
    body: z.strictObject(content),
    example: { text: 'Four washes.' },
    returns: Submission,
    refuses: [
      openingRefusals.lesson_closed,
      refusals.submission_empty,
      refusals.submission_late,
      refusals.submission_in_review,
      refusals.submission_accepted,
      refusals.submission_attempts_limit_reached,
    ],
    emits: [submissionUpdated, submissionCreated],
  }),
  withdraw: M('DELETE /v1/submissions/{id}', {
    summary: 'Withdraw a submission that is not accepted yet; a draft is deleted',
    permission: 'submissions:write',
    returns: z.object({ id: id('sub'), deleted: z.boolean().describe('false: it stays, as withdrawn.') }),
    refuses: [refusals.submission_accepted],
    emits: [submissionUpdated],
  }),
  assign: A('POST /v1/submissions/{id}/assign', {
    summary: 'Assign a submission to a curator, or return it to the queue',
    permission: 'grading:write',
    body: z.strictObject({
      curator_id: id('usr').nullable().describe('null: back to the queue.'),
    }),
    returns: Submission,
    refuses: [
      refusals.submission_unsent,
      refusals.submission_accepted,
      refusals.claimed_by_other,
      refusals.submission_own,
      reviewerRefusals.curator_unknown,
    ],
    emits: [submissionAssigned],
    bound: null,
  }),
  accept: A('POST /v1/submissions/{id}/accept', {
    summary: 'Accept a submission; repeat to change its score',
    permission: 'grading:write',
    body: z.strictObject({
      score: score().default(null).describe('The points given; null for none. In hundredths of a point.'),
      criteria: z
        .array(CriterionInput)
        .max(maxCriteria)
        .default([])
        .describe(
          'The level of each criterion of the rubric, from which the score follows; empty without one.',
        ),
      waive_penalty: z.boolean().default(false).describe('Whether a late answer loses nothing of its score.'),
      comment: personal(text(10_000))
        .default('')
        .describe('What the curator writes to the student; empty for nothing.'),
    }),
    returns: Submission,
    refuses: [
      refusals.submission_unsent,
      refusals.claimed_by_other,
      refusals.submission_own,
      refusals.score_invalid,
      refusals.rubric_mismatch,
    ],
    emits: [submissionAccepted, ...progressEvents],
    bound: null,
  }),
  giveBack: A('POST /v1/submissions/{id}/return', {
    summary: 'Return a submission for rework, also an accepted one; repeat to change the deadline',
    permission: 'grading:write',
    body: z.strictObject({
      comment: personal(text(10_000, 1)).describe('What the student is to do better.'),
      criteria: z
        .array(CriterionInput)
        .max(maxCriteria)
        .default([])
        .describe('The levels that the answer has reached so far, of some or all criteria of the rubric.'),
      due_at: moment()
        .nullable()
        .default(null)
        .describe(
          'Until when it is to be sent again, later by the days of a leave. Without one, what is sent again is as late as what was returned.',
        ),
    }),
    example: { comment: 'Let the first wash dry.' },
    returns: Submission,
    refuses: [
      refusals.submission_unsent,
      refusals.claimed_by_other,
      refusals.submission_own,
      refusals.rubric_mismatch,
    ],
    emits: [submissionReturned],
    bound: null,
  }),
})

export const submissionComments = resource({
  list: LN('GET /v1/submissions/{id}/comments', {
    summary: 'List the comments on a submission',
    permission: 'submissions:read',
    returns: ListedComment,
    list: {
      filters: {},
      sorts: ['created_at'],
      expands: { author: personBy('author_id', 'submissions:read') },
    },
  }),
  create: A('POST /v1/submissions/{id}/comments', {
    summary: 'Comment on a submission',
    permission: 'submissions:write',
    body: z.strictObject({
      text: personal(text(5000, 1)).describe('What the comment says, as plain text.'),
      file_ids: files(5).default([]),
    }),
    example: { text: 'Which paper did you take?' },
    returns: SubmissionComment,
    refuses: [refusals.comments_limit_reached],
    emits: [submissionCommented],
    bound: { most: maxComments, refusal: refusals.comments_limit_reached },
  }),
})
