import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Schedules the next session of an auto-webinar. */
export const planSessions = task('plan-sessions', {
  payload: z.object({ webinar_id: id('wbn') }),
})
