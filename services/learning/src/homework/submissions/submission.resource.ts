import { builder } from '../../builder.ts'
import { submissionCommentHandlers } from './comment.handlers.ts'
import {
  onCuratorAnonymized,
  onCuratorDeleted,
  onCuratorUpdated,
  releaseReviewsTask,
} from './lost-curator-reactions.ts'
import { watchAnswerTask, watchHomeworkTask } from './overdue.run.ts'
import { submissionComments, submissions } from './submission.contract.ts'
import { commentsOfPerson, reviewsOfPerson, submissionsOfPerson } from './submission.data.ts'
import { submissionHandlers } from './submission.handlers.ts'
import { beginAbsenceTask, lapseClaimTask, watchReviewTask } from './submission.run.ts'
import { SubmissionAttemptEntity } from './submission.store.ts'
import { SubmissionFileEntity } from './submission-file.store.ts'

export const submissionResource = builder.resource({
  handlers: [submissionHandlers, submissionCommentHandlers],
  entities: [SubmissionAttemptEntity, SubmissionFileEntity],
  knowsPresent: [submissions, submissionComments],
  tasks: [
    lapseClaimTask,
    watchReviewTask,
    beginAbsenceTask,
    watchHomeworkTask,
    watchAnswerTask,
    releaseReviewsTask,
  ],
  reactions: [onCuratorUpdated, onCuratorDeleted, onCuratorAnonymized],
  personalData: [submissionsOfPerson, reviewsOfPerson, commentsOfPerson],
  naming: { fil: (id, { submissionFiles }) => submissionFiles.showing(id) },
})
