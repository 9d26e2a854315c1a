// Scheduled tasks: each time of the cron expression is enqueued once, by any process. A time that passed while no
// process was running is made up for, once.
import { randomBytes } from 'node:crypto'
import { formatTime, newId } from '@lms/contract'
import { Cron } from 'croner'
import { step } from '../database/statements.ts'
import type { Runtime } from '../work/runtime.ts'
import { noSchool, type Task } from './task.ts'

/** The first time of the expression after a given time, in UTC. */
export function nextTime(schedule: string, after: Date): Date {
  const next = new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(after)
  if (!next) throw new Error(`The schedule ${schedule} has no time after ${formatTime(after)}.`)
  return next
}

export class Schedules {
  readonly #tasks: readonly (Task & { schedule: string })[]
  readonly #runtime: Runtime
  /** The next possible time of each schedule, in milliseconds; by name. */
  readonly #next = new Map<string, number>()

  constructor(tasks: Iterable<Task>, runtime: Runtime) {
    this.#tasks = [...tasks].filter(task => task.schedule !== null) as (Task & { schedule: string })[]
    this.#runtime = runtime
  }

  /** Enqueues due tasks. It sends no query if none can be due. */
  async enqueueDue(): Promise<void> {
    const now = this.#runtime.clock.now()
    for (const task of this.#tasks) {
      if (now.getTime() < (this.#next.get(task.name) ?? 0)) continue
      const next = nextTime(task.schedule, now)
      await this.#runtime.system.run(this.#steps(task, now, next))
      this.#next.set(task.name, next.getTime())
    }
  }

  #steps({ name }: Task, now: Date, next: Date) {
    const schema = this.#runtime.service
    const [at, then] = [formatTime(now), formatTime(next)]
    return [
      // The first process of an installation waits for the next time.
      step(
        `insert into "${schema}".task_schedules (name, next_at) values ($1, $2) on conflict (name) do nothing`,
        [name, then],
      ),
      step(
        `with moved as (update "${schema}".task_schedules set next_at = $2 where name = $1 and next_at <= $3 returning name)
         insert into "${schema}".tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
         select '${noSchool}', name, $4, name, '{}', 'ready', $3::timestamptz, $5, $3::timestamptz from moved
         on conflict (school_id, queue, key) where status in ('ready', 'waiting') do nothing`,
        [name, then, at, newId('job'), randomBytes(16).toString('hex')],
      ),
    ]
  }
}
