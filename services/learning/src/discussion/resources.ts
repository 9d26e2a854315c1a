import { commentResource } from './comments/comment.resource.ts'
import { reviewResource } from './reviews/review.resource.ts'

export const discussionResources = [commentResource, reviewResource]
