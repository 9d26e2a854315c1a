import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { originId } from '../messages/dispatch.task.ts'
import { UpToDate } from '../segments/up-to-date.contract.ts'

/**
 * Takes the audience of a mailing or a campaign, a page at a time, and then begins to hand over. `source` 0 is what the
 * users service knows; the segments follow, then those to whom another mailing went. `count` people were taken.
 */
export const beginSending = task('begin-sending', {
  payload: z.object({ origin: originId() }),
  state: z.object({
    ...{ source: z.int32(), after: id('usr').nullable(), count: z.int32() },
    /** While the segments are not up to date. */
    waits: UpToDate.nullish(),
  }),
  ...throughOutages,
})

/** Takes what a stop has left in the queue away, a slice at a time. */
export const clearQueue = task('clear-queue', { payload: z.object({ origin: originId() }) })
