import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Chooses the variant that the rest of an audience gets, at its time. */
export const chooseWinner = task('choose-winner', {
  payload: z.object({ campaign_id: id('cmp'), message: z.int32() }),
})
