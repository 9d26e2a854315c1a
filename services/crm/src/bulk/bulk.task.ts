import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { UpToDate } from '../segments/up-to-date.contract.ts'

/** Takes the audience of a bulk action in pages, then acts on it; `after` is the last person of the page before. */
export const runBulk = task('run-bulk-action', {
  payload: z.object({ bulk_action_id: id('blk') }),
  state: z.object({
    ...{ taken: z.boolean(), after: id('usr').nullable() },
    /** While the segment is not up to date. */
    waits: UpToDate.nullish(),
  }),
  deadline: 60,
  ...throughOutages,
})
