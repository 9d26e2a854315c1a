import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

/** Objects whose change no event tells. */
export const changedObjects = resource({
  read: I('POST /internal/analytics/changed', {
    summary: 'Read subscriptions anew that were paused or resumed',
    callers: ['commerce'],
    permission: null,
    body: z.object({ subscription_id: id('sbs') }),
    returns: z.object({ job_id: id('job') }),
  }),
})
