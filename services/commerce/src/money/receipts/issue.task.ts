import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Issues a receipt, under its id as the key. Tries last for about five hours. */
export const issueReceipt = task('issue-receipt', {
  payload: z.object({ receipt_id: id('rcp') }),
  attempts: 10,
  pause: 30,
  deadline: 20,
})
