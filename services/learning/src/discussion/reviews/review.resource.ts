import { builder } from '../../builder.ts'
import { reviews } from './review.contract.ts'
import { courseReviewsOfPerson } from './review.data.ts'
import { reviewHandlers } from './review.handlers.ts'

export const reviewResource = builder.resource({
  handlers: [reviewHandlers],
  knowsPresent: [reviews],
  personalData: [courseReviewsOfPerson],
})
