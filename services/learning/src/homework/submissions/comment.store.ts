import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { submissionComments as operations } from './submission.contract.ts'
import { SubmissionComment } from './submission.object.ts'

// Their submission decides who sees them.
const comments = objectTable('learning.submission_comments', SubmissionComment, {
  list: operations.list,
  indexes: [['submission_id', 'created_at', 'id'], ['author_id']],
})
export type CommentRow = RowIn<typeof comments>

export const ofSubmission = (id: string) => ({ sql: 't.submission_id = $', values: [id] })

export class SubmissionCommentStore extends storeOf(comments) {
  /** Gives a person's comments to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "learning"."submission_comments" set author_id = $2 where school_id = $1 and author_id = $3`,
      [this.work.school, into, from],
    )
  }

  /** Blanks what a person wrote. */
  blankOf(userId: string): void {
    this.work.write(
      `update "learning"."submission_comments" set text = '-', version = version + 1, updated_at = $3
       where school_id = $1 and author_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
