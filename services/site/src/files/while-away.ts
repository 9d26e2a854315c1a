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
export const Away = z.object({ away: z.int32(), tried: z.int32() })
type Away = z.infer<typeof Away>

/** A failure after more than this has kept its place for too long to be tried for hours. A silent bucket fails before. */
const cheapMs = 120_000

class PutOff {
  readonly next: Next<Away>
  constructor(next: Next<Away>) {
    this.next = next
  }
}

type Steps<T, Request, Outcome, Result> = ExternalSteps<T, Stores, Request, Outcome, Result>
/** What the call needs, and where its task stands. */
interface Asked<Request> {
  readonly request: Request
  readonly state: Away | null
  readonly failures: number
}

/** The steps of a task that is put off while what it calls is away. */
export function whileAway<T extends Task<any, Away>, Request, Outcome>(
  task: T,
  { prepare, call, finish, failed }: Steps<T, Request, Outcome, ResultOf<Task<any, null>>>,
): Steps<T, Asked<Request>, Outcome | PutOff, ResultOf<Task<any, Away>>> {
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
        const away = (state?.away ?? 0) + 1
        const tried = (state?.tried ?? 0) + failures
        const pause = pauseAfter({ ...throughOutages, pause: 10 }, away, Math.random())
        if (outside.signal.aborted || now - began > cheapMs || tried >= task.attempts || pause === null)
          throw error
        log.warn({ err: error, task: task.name, school_id: outside.school, away }, 'a task was put off')
        return new PutOff({ state: { away, tried }, at: new Date(now + pause * 1000) })
      }
    },
    finish: async ({ outcome, ...input }, stores) => {
      if (outcome instanceof PutOff) return outcome.next
      await finish({ ...input, outcome }, stores)
    },
    ...(failed && { failed }),
  }
}
