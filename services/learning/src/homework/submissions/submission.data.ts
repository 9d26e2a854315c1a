// Homework as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { FullAttempts, Submission, SubmissionComment } from './submission.object.ts'

const rows = rowsOfPerson(({ submissions }: Stores) => submissions, 'submissions.user_id', Submission)
const ExportedSubmission = Submission.extend({ attempts: FullAttempts })
const moved = 'they become those of the person who stays'

const maxWaiting = 2000

/** Blanks the answers of a person. Nobody is asked to review what is empty now. */
async function blank(userId: string, submissions: Stores['submissions']): Promise<void> {
  const waiting = { sql: `t.user_id = $ and t.status in ('submitted', 'in_review')`, values: [userId] }
  for (const { id } of await submissions.walk(waiting, null, maxWaiting)) {
    const row = await submissions.lockAny(id)
    if (row?.status === 'submitted' || row?.status === 'in_review')
      submissions.move(row, 'withdraw', { curator_id: null, claim_expires_at: null })
  }
  submissions.blankOf(userId)
}

export const submissionsOfPerson = builder.personalData({
  what: 'homework',
  on_merge:
    'it moves; of two answers to one assignment an accepted one is kept, or else a sent one, or else that of the person who stays',
  needs: 'submissions:write',
  erased: 'answers, files, comments; what waits for a review is withdrawn',
  kept: 'assignment, scores, states, times',
  why: 'ids, times and points alone name nobody',
  ...rows,
  columns: ['submissions.user_id', 'review_queue.user_id'],
  object: ExportedSubmission,
  items: async (userId, page, stores) => {
    const items = (await rows.items(userId, page, stores)) as Submission[]
    const attempts = await stores.submissions.attemptsOf(items.map(({ id }) => id))
    return items.map(item => ({ ...item, attempts: attempts.get(item.id)! }))
  },
  move: async ({ from, into, erased }, _, { reviewQueue, submissions }) => {
    if (erased) await blank(from, submissions)
    submissions.moveTo(into, from)
    reviewQueue.moveTo(into, from)
  },
  erase: (userId, _, { submissions }) => blank(userId, submissions),
})

export const reviewsOfPerson = builder.personalData({
  what: 'homework that they review',
  on_merge: moved,
  needs: 'grading:write',
  erased: null,
  kept: 'answers of others, scores, comments',
  why: 'they belong to the students',
  ...rowsOfPerson(
    ({ submissions }: Stores) => submissions,
    'submissions.curator_id',
    Submission.pick({
      ...{ id: true, assignment_id: true, curator_id: true, status: true, given_score: true },
      ...{ created_at: true, updated_at: true },
    }),
  ),
  move: ({ from, into }, _, { submissions }) => submissions.moveTo(into, from),
})

export const commentsOfPerson = builder.personalData({
  what: 'comments on homework',
  on_merge: moved,
  needs: 'submissions:write',
  erased: 'texts',
  kept: 'submission, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(
    ({ submissionComments }: Stores) => submissionComments,
    'submission_comments.author_id',
    SubmissionComment,
  ),
  move: ({ from, into, erased }, _, { submissionComments }) => {
    if (erased) submissionComments.blankOf(from)
    submissionComments.moveTo(into, from)
  },
  erase: (userId, _, { submissionComments }) => submissionComments.blankOf(userId),
})
