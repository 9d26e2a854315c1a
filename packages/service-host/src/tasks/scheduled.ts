// Work that is done by the clock, over all schools: once at each time, whichever process is there.
import { z } from 'zod'
import type { Runtime } from '../work/runtime.ts'
import type { TaskHandler } from './handler.ts'
import { task } from './task.ts'

/** Seconds between two tries at most: what it needs may be away for long, and is then needed at once. */
const longestPause = 60

/**
 * Declares a task that runs at the times of a cron expression in UTC (seconds first where there are six fields). It commits
 * by itself and may run twice after a crash, so it does what is to be done by then, not one more step. A time that comes
 * while it waits for its next try is left out. `deadline` is in seconds; behind a dead process it is done that much later.
 */
export function scheduled(
  name: string,
  schedule: string,
  run: (runtime: Runtime) => Promise<unknown>,
  { deadline = 60 }: { deadline?: number } = {},
): TaskHandler & { runAll: NonNullable<TaskHandler['runAll']> } {
  const declared = task(name, { payload: z.object({}), deadline, longestPause, counted: false })
  return {
    task: { ...declared, schedule },
    run: null,
    runMany: null,
    runAll: run,
    external: null,
    failed: null,
  }
}
