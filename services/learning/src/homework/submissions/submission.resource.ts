import { builder } from '../../builder.ts'
import { submissionCommentHandlers } from './comment.handlers.ts'
import { onLostCurators, releaseReviewsTask } from './lost-curator-reactions.ts'
import { watchAnswerTask, watchHomeworkTask } from './overdue.run.ts'
import { submissionComments, submissions } from './submission.contract.ts'
import { commentsOfPerson, reviewsOfPerson, submissionsOfPerson } from './submission.data.ts'
import { submissionHandlers } from './submission.handlers.ts'
import { beginAbsenceTask, endScopeTask, lapseClaimTask, watchReviewTask } from './submission.run.ts'
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
    endScopeTask,
    watchHomeworkTask,
    watchAnswerTask,
    releaseReviewsTask,
  ],
  batchReactions: [onLostCurators],
  personalData: [submissionsOfPerson, reviewsOfPerson, commentsOfPerson],
  naming: { fil: (id, { submissionFiles }) => submissionFiles.showing(id) },
})
