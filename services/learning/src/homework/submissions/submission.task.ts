import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ submission_id: id('sub') })

// They count in no budget until they are due.
/** Ends a claim whose holder gave no sign for its term. */
export const lapseClaim = task('lapse-claim', { payload, counted: false })

/** Tells that a returned answer was not sent again in time. */
export const watchAnswer = task('watch-answer', {
  payload: payload.extend({ number: z.int().describe('The attempt that was returned.') }),
  counted: false,
})

/** Tells that an answer was not reviewed in time. */
export const watchReview = task('watch-review', {
  payload: payload.extend({ number: z.int().describe('The attempt that is to be reviewed.') }),
  counted: false,
})

/** Returns what a person has in review to the queue, once they may review nothing any more. */
export const releaseReviews = task('release-reviews', {
  payload: z.object({ curator_id: id('usr') }),
  state: z.object({}),
})
