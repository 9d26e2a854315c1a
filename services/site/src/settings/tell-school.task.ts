import { task } from '@lms/service-host'
import { z } from 'zod'

/** Tells the services what the school has set once for all of them. One may be away for hours. */
export const tellSchool = task('tell-school', {
  payload: z.object({}),
  attempts: 40,
  deadline: 20,
})
