// A homework as the API shows it, with its attempts and comments.
import { distinct, id, oneOf, personal, reference, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { unreadyFile } from '../../course/courses/course.object.ts'
import { GradedCriterion, maxCriteria } from '../assignments/rubric.ts'
import { submissionLifecycle } from './submission.lifecycle.ts'

/** Maximum attempts at one homework. */
export const maxSubmissionAttempts = 20
/** Maximum comments of one submission. */
export const maxComments = 500

/** Ready files, each once. */
export const files = (most: number) => distinct(reference(['fil'], { except: unreadyFile }), most)
export const score = () => z.int32().min(0).max(1_000_000).nullable().describe('In hundredths of a point.')
export const answer = () => personal(text(20_000)).describe('The answer.')

/** An attempt without its text and files. */
const AttemptFigures = z.object({
  number: z.int32().min(1).describe('The number of the attempt, from 1.'),
  status: oneOf(['submitted', 'accepted', 'returned', 'withdrawn']).describe(
    'What became of the attempt; `withdrawn` by its student before the review.',
  ),
  sent_at: timestamp(),
  changed_at: timestamp().nullable().describe('When the answer was changed last, before its review.'),
  days_late: z.int32().min(0).describe('Calendar days by which the attempt was sent late.'),
  score: score(),
  decided_at: timestamp().nullable(),
  return_due_at: timestamp()
    .nullable()
    .describe('The deadline that its return gave. Rework without one is as late as what was returned.'),
})

export const Submission = z.object({
  id: id('sub'),
  assignment_id: id('asg'),
  lesson_id: id('les'),
  course_id: id('crs'),
  enrollment_id: id('enr'),
  user_id: id('usr'),
  group_id: id('grp')
    .nullable()
    .describe(
      'The flow in which the person studied when it was sent; until the decision, the one in which they study.',
    ),
  status: statusOf(submissionLifecycle).describe('draft: seen by its student only.'),
  number: z.int32().min(0).max(maxSubmissionAttempts).describe('The number of attempts that were sent.'),
  text: answer(),
  file_ids: files(20).describe('The ids of the files of the answer, which are ready.'),
  sent_at: timestamp().nullable(),
  due_at: timestamp().nullable().describe('The time until which it was or is to be sent; null for none.'),
  days_late: z
    .int32()
    .min(0)
    .describe(
      'Calendar days by which it was sent, or last changed, late, by the deadline that holds now; from its acceptance on, the one that held then.',
    ),
  curator_id: id('usr').nullable().describe('Who reviews it, or has reviewed it.'),
  claim_expires_at: timestamp().nullable().describe('The end of the claim; null if it was assigned.'),
  review_due_at: timestamp()
    .nullable()
    .describe('The time until which it is to be reviewed; null if it needs no review.'),
  score: score().describe('The score that counts, after a penalty for delay, in hundredths of a point.'),
  given_score: score().describe(
    'The score that the curator gave, before a penalty, in hundredths of a point.',
  ),
  comment: personal(text(10_000)).describe('What the curator wrote with the last decision.'),
  criteria: z
    .array(GradedCriterion)
    .max(maxCriteria)
    .describe(
      'The criteria of the last decision, in the words and weights that the rubric had then; empty without a rubric.',
    ),
  late: oneOf(['student', 'curator']).nullable().describe('Who has let a deadline pass; null if nobody.'),
  history: z
    .array(AttemptFigures)
    .max(maxSubmissionAttempts)
    .describe('The attempts without texts and files, the earliest first.'),
  accepted_at: timestamp().nullable(),
  ...stamps,
})
export type Submission = z.infer<typeof Submission>

/** All attempts of a submission, whole: `expand=attempts`. */
export const FullAttempts = z.object({
  items: z
    .array(
      z.object({
        number: z.int32().min(1).describe('The number of the attempt, from 1.'),
        sent_at: timestamp(),
        text: answer(),
        file_ids: files(20),
      }),
    )
    .max(maxSubmissionAttempts)
    .describe('The attempts that were sent, the earliest first.'),
})
export type FullAttempts = z.infer<typeof FullAttempts>

/** Maximum files of an answer to which a reader gets links. */
export const maxFileLinks = 300
const FileLinks = z
  .array(
    z.object({
      file_id: id('fil'),
      url: text(4000).describe('Where the file is fetched, without a key, until `expires_at`.'),
      expires_at: timestamp(),
    }),
  )
  .max(maxFileLinks)
  .nullable()
  .describe(
    'Where students and curators fetch the files of the answer, all attempts and comments, for 15 minutes; null for others: POST /v1/files/{id}/download-url.',
  )
export type FileLinks = z.infer<typeof FileLinks>

/** A submission with links to its files. */
export const SubmissionDetail = Submission.extend({ links: FileLinks })

export const SubmissionComment = z.object({
  id: id('cmt'),
  submission_id: id('sub'),
  author_id: id('usr').nullable().describe('The person who wrote it; null for a program.'),
  by: oneOf(['student', 'school']).describe('Whether a student or somebody of the school wrote it.'),
  text: personal(text(5000, 1)).describe('What the comment says, as plain text.'),
  file_ids: files(5),
  ...stamps,
})
export type SubmissionComment = z.infer<typeof SubmissionComment>

/** A comment of a list, with links to its files. */
export const ListedComment = SubmissionComment.extend({
  links: FileLinks.describe('Where students and curators fetch its files, for 15 minutes; null for others.'),
})
