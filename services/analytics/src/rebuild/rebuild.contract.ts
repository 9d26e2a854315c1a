import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

export const figuresRebuilding = resource({
  /** For schools that are older than this service, and after a loss of its data. */
  rebuild: I('POST /internal/analytics/rebuild', {
    summary: 'Read the tables that the figures of a school are made of',
    callers: ['gateway'],
    operatorRoute: 'POST /operator/v1/schools/{id}/analytics/rebuild',
    permission: null,
    returns: z.object({ job_id: id('job') }),
  }),
})
