import { task } from '@lms/service-host'
import { z } from 'zod'

/**
 * Ends the test sales of a school that has gone live, one payment after the other. Test orders that somebody still holds
 * while the school goes live are found, too: what they would pay is refused from then on.
 */
export const endTestSales = task('end-test-sales', {
  payload: z.object({}),
  state: z.object({}),
  counted: false,
})
