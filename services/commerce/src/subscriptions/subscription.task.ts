import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ subscription_id: id('sbs') })

/**
 * Does what is due: charges the next period, repeats a failed charge, ends or resumes. A subscription on which nothing is
 * due by then stays as it is.
 */
export const advanceSubscription = task('advance-subscription', {
  payload,
  batch: 25,
  // It counts in no budget until it is due.
  counted: false,
})

/** Has the users service freeze, run or end the accesses of a subscription. */
export const followSubscription = task('follow-subscription', {
  payload,
  deadline: 10,
  attempts: 20,
  longestPause: 600,
  counted: false,
})
