// Periodic jobs of a service. A lease makes one replica at a time do each job.

import { step } from '../database/statements.ts'
import type { Job } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'

/** The retention of an inbox. The stream keeps messages for seven days; an older row protects against nothing. */
export const inboxDays = 10

/** How long a failed task can be seen and retried. */
const failedDays = 30

/** The host's own jobs, in every service. */
export const hostJobs: readonly Job[] = [
  {
    name: 'forget-old-keys',
    everySeconds: 600,
    run: async ({ system, service, clock }) =>
      void (await system.run([
        step(
          `delete from "${service}".tasks where failed_at < $1::timestamptz - interval '${failedDays} days'`,
          [clock.now().toISOString()],
        ),
        step(`delete from "${service}".idempotency_keys where created_at < now() - interval '25 hours'`),
        step(`delete from "${service}".inbox where handled_at < now() - interval '${inboxDays} days'`),
      ])),
  },
]

/** Seconds between two tries of a failing job. */
const longestPause = 60

/** Runs the jobs until stopped; a failed job is logged and repeated. */
export function startJobs(jobs: readonly Job[], runtime: Runtime): { stop(): Promise<void> } {
  let stopping = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const once = async (job: Job) => {
    if (!(await runtime.leases.acquire(`job ${job.name}`, Math.max(30, job.everySeconds)))) return
    await job.run(runtime)
  }
  const plan = (job: Job, delayMs: number, failures = 0) => {
    if (stopping) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run: Promise<void> = once(job).then(
        () => done(job, run, 0),
        error => {
          // A dependency may be unavailable for long: the job is repeated with growing pauses, and logs each failure.
          runtime.log.warn({ err: error, job: job.name }, 'a job failed and will be repeated')
          done(job, run, failures + 1)
        },
      )
      running.add(run)
    }, delayMs)
    timers.add(timer)
  }
  const done = (job: Job, run: Promise<void>, failures: number) => {
    running.delete(run)
    const seconds = Math.min(job.everySeconds * 2 ** failures, Math.max(job.everySeconds, longestPause))
    // A tenth of jitter keeps replicas and services from working in step.
    plan(job, seconds * 1000 * (0.95 + Math.random() / 10), failures)
  }
  for (const job of jobs) plan(job, Math.random() * Math.min(1000, job.everySeconds * 1000))
  return {
    stop: async () => {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
