import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { Plan, PlanCharge } from '../money/providers/adapter/plan.ts'

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

/** Reminds a person of the end of their free days; the row says when that is. */
export const remindOfTrial = task('remind-of-trial', {
  payload,
  state: z.object({}),
  // The services that it asks may be away for hours.
  attempts: 40,
  deadline: 18,
  counted: false,
})

/** Has the users service freeze, run or end the accesses of a subscription. */
export const followSubscription = task('follow-subscription', {
  payload,
  deadline: 10,
  ...throughOutages,
  counted: false,
})

/** Has the analytics service count a pause, or its end: no event tells it. */
export const countPause = task('count-pause', {
  payload,
  deadline: 10,
  ...throughOutages,
  counted: false,
})

/** Tells the provider that charges a subscription what is wanted of its end, and reads how it is there. */
export const syncPlan = task('sync-plan', {
  returns: 'later',
  payload,
  attempts: 24,
  pause: 5,
  deadline: 30,
  counted: false,
})

/** Records what was read: in a step of its own, which takes the numbers of its orders before it locks anything. */
export const takePlan = task('take-plan', {
  payload: payload.extend({
    plan: Plan.nullable(),
    charges: z.array(PlanCharge).max(12),
    told: z.enum(['now', 'period_end', 'never']).nullable(),
  }),
  attempts: 20,
  counted: false,
})
