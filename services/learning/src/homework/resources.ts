import { assignmentResource } from './assignments/assignment.resource.ts'
import { curatorResource } from './curators/curator.resource.ts'
import { reviewQueueResource } from './review-queue/review-queue.resource.ts'
import { submissionResource } from './submissions/submission.resource.ts'

export const homeworkResources = [
  submissionResource,
  reviewQueueResource,
  curatorResource,
  assignmentResource,
]
