import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

export const rebuilding = resource({
  /** For schools that are older than this service, and after a loss of its data. */
  rebuild: I('POST /internal/crm/rebuild', {
    summary: 'Read what the other services know of the people of a school, then the journal',
    callers: ['gateway'],
    operatorRoute: 'POST /operator/v1/schools/{id}/crm/rebuild',
    permission: null,
    returns: z.object({ job_id: id('job') }),
  }),
})
