import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Maximum runs of one step. */
export const walkedAtOnce = 200

/**
 * Walks the due runs of a scenario on, a batch at a time, and waits for the next one: a scenario has one such task, by
 * its key, and people who wait cost nothing. Whoever makes a run due enqueues it again, for now. It tries again as long
 * as it takes: runs wait in it.
 */
export const walkScenario = task('walk-scenario', {
  payload: z.object({ scenario_id: id('scn') }),
  state: z.object({ walked: z.int() }),
  deadline: 60,
  attempts: 1_000_000,
  longestPause: 60,
})
