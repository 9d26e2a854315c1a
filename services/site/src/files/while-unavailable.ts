// Work on bytes while the storage or the scanner is away. What fails at once costs nothing and is tried for hours, so that an
// outage loses no file. What has used up its time, or has ended its process, has kept one of few places: that counts as a
// try of the task, of which there are few.
import {
  type ExternalSteps,
  type Next,
  pauseAfter,
  type ResultOf,
  type Task,
  throughOutages,
} from '@lms/service-host'
import { z } from 'zod'
import type { Stores } from '../builder.ts'

/** How often a task was put off, and its tries that had failed before. */
export const OutageState = z.object({ away: z.int32(), tried: z.int32() })
type OutageState = z.infer<typeof OutageState>

/** A failure after more than this has kept its place for too long to be tried for hours. A silent bucket fails before. */
const cheapMs = 120_000

class PutOff {
  readonly next: Next<OutageState>
  constructor(next: Next<OutageState>) {
    this.next = next
  }
}

type Steps<T, Request, Outcome, Result> = ExternalSteps<T, Stores, Request, Outcome, Result>
/** What the call needs, and where its task stands. */
interface Attempt<Request> {
  readonly request: Request
  readonly state: OutageState | null
  readonly failures: number
}

/** The steps of a task that is put off while what it calls is away. */
export function duringOutage<T extends Task<any, OutageState>, Request, Outcome>(
  task: T,
  { prepare, call, finish, failed }: Steps<T, Request, Outcome, ResultOf<Task<any, null>>>,
): Steps<T, Attempt<Request>, Outcome | PutOff, ResultOf<Task<any, OutageState>>> {
  return {
    prepare: async (input, stores) => ({
      request: await prepare(input, stores),
      state: input.state,
      failures: input.failures,
    }),
    call: async ({ request, state, failures }, outside) => {
      const { clock, log } = outside.runtime
      const began = clock.now().getTime()
      try {
        return await call(request, outside)
      } catch (error) {
        const now = clock.now().getTime()
        const delays = (state?.away ?? 0) + 1
        const tried = (state?.tried ?? 0) + failures
        const pause = pauseAfter({ ...throughOutages, pause: 10 }, delays, Math.random())
        if (outside.signal.aborted || now - began > cheapMs || tried >= task.attempts || pause === null)
          throw error
        log.warn(
          { err: error, task: task.name, school_id: outside.school, away: delays },
          'a task was put off',
        )
        return new PutOff({ state: { away: delays, tried }, at: new Date(now + pause * 1000) })
      }
    },
    finish: async ({ outcome, ...input }, stores) => {
      if (outcome instanceof PutOff) return outcome.next
      await finish({ ...input, outcome }, stores)
    },
    ...(failed && { failed }),
  }
}
