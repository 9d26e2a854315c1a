// When sessions begin, for people of other services who wait for one.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

export const sessionTimes = resource({
  of: I('POST /internal/webinar-sessions/times', {
    summary: 'When these sessions begin, or began; those that are canceled or unknown are absent',
    callers: ['scenarios'],
    permission: null,
    body: z.object({ ids: z.array(id('wbs')).max(200) }),
    returns: z.object({ sessions: z.array(z.object({ id: id('wbs'), starts_at: timestamp() })) }),
  }),
})
