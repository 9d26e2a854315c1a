import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Moves whoever else is inside to a version that was published for them, too. */
export const moveInside = task('move-inside', {
  payload: z.object({ scenario_id: id('scn'), number: z.int() }),
  state: z.object({ after: id('run') }),
})
