// Runs the tasks of a service: finds ready ones, takes as many as there are slots, round by school, and runs them.
// Every process of a service has a runner; the table coordinates them.
import type { Runtime } from '../work/runtime.ts'
import type { TaskHandler } from './handler.ts'
import { performTask } from './perform-task.ts'
import { type ClaimedTask, TaskQueue } from './queue.ts'
import type { Run, Running } from './run.ts'
import { Schedules } from './schedule.ts'
import { share } from './share.ts'
import type { Task } from './task.ts'

/** The time between two passes without a wake-up, while there was something to take. */
const pollMs = 250
/** The same while there is nothing to take: a look for the next time only, unless that is sooner. */
const idleMs = 500
const longestPollMs = 5000
/** The minimum time between two passes: tasks that arrive meanwhile are taken together. */
const restMs = 5
/**
 * Milliseconds that running tasks have to end when the process does; others become ready again when their leases
 * expire.
 */
const drainMs = 8000

export class TaskRunner {
  readonly #handlers: ReadonlyMap<string, TaskHandler>
  readonly #tasks: ReadonlyMap<string, Task>
  readonly #shared: Running
  readonly #runtime: Runtime
  readonly #queue: TaskQueue
  readonly #schedules: Schedules
  readonly #slots: number
  readonly #running = new Set<Promise<unknown>>()
  /** Runs by school, by school and queue, and by queue. */
  readonly #runCounts = new Map<string, number>()
  readonly #ofQueue = new Map<string, number>()
  /** The last served school of each queue. */
  readonly #last = new Map<string, string>()
  #taking: Promise<void> | null = null
  #again = false
  /** Whether the last pass found nothing to take. */
  #isIdle = false
  /** Whether the next pass is scheduled for at once. */
  #soon = false
  #stopping = false
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #leases = 0
  #startCount = 0
  #workingOff = Promise.resolve()

  constructor(handlers: readonly TaskHandler[], shared: Running, slots: number) {
    const { runtime } = shared
    this.#handlers = new Map(handlers.map(handler => [handler.task.name, handler]))
    this.#tasks = new Map(handlers.map(({ task }) => [task.name, task]))
    this.#shared = shared
    this.#runtime = runtime
    this.#queue = new TaskQueue(runtime.system, runtime.service)
    this.#schedules = new Schedules(this.#tasks.values(), runtime)
    this.#slots = slots
  }

  start(): void {
    if (this.#handlers.size > 0) this.#plan(0)
  }

  /** Signals that a task may be due. */
  wake(): void {
    if (this.#timer === undefined || this.#stopping) return
    this.#isIdle = false
    if (this.#taking) this.#again = true
    else if (this.#free > 0 && !this.#soon) this.#plan(restMs)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#taking
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, drainMs)
    })
    await Promise.race([Promise.all(this.#running), late])
    clearTimeout(timer)
  }

  /**
   * Runs all due tasks, including those that the timer is just taking, and those that they enqueue; for tests. One at a
   * time: of two, one may end between the other's taking of a task and its start.
   */
  workOff(): Promise<void> {
    this.#workingOff = this.#workingOff.catch(() => {}).then(() => this.#workAll())
    return this.#workingOff
  }

  async #workAll(): Promise<void> {
    for (;;) {
      const [startCount, idle] = [this.#startCount, !this.#taking && this.#running.size === 0]
      await this.#take()
      await this.#taking
      await Promise.all(this.#running)
      if (idle && this.#startCount === startCount) return
    }
  }

  get #free(): number {
    return this.#slots - this.#running.size
  }

  #plan(ms: number): void {
    if (this.#stopping) return
    clearTimeout(this.#timer)
    this.#soon = ms <= restMs
    this.#timer = setTimeout(() => {
      this.#soon = false
      this.#taking = this.#turn().finally(() => {
        this.#taking = null
      })
    }, ms)
  }

  async #turn(): Promise<void> {
    this.#again = false
    try {
      const idle = this.#isIdle ? await this.#untilNext() : 0
      if (idle > 0 && !this.#again) return this.#plan(Math.max(restMs, idle))
      const takenCount = this.#free > 0 ? await this.#take() : 0
      this.#isIdle = takenCount === 0 && !this.#again
      this.#failures = 0
      // After a hit there may be more, unless all slots are full: then the end of a run starts the next pass.
      if (takenCount > 0 || this.#again) return this.#plan(this.#free > 0 ? restMs : pollMs)
    } catch (error) {
      this.#failures++
      this.#runtime.log.warn({ err: error }, 'looking for due tasks failed and will be repeated')
    }
    this.#plan(Math.min(pollMs * 2 ** this.#failures, longestPollMs) * (0.9 + Math.random() / 5))
  }

  /** Milliseconds for which nothing is due, as far as an idle runner rests; 0 if something is. */
  async #untilNext(): Promise<number> {
    await this.#schedules.enqueueDue()
    const next = await this.#queue.nextDue()
    this.#failures = 0
    if (next === 'at once') return 0
    const longest = idleMs * (0.9 + Math.random() / 10)
    if (next === null) return longest
    return Math.min(longest, Math.max(0, next.getTime() - this.#runtime.clock.now().getTime()))
  }

  /** Takes ready tasks and starts them; returns the number of runs. */
  async #take(): Promise<number> {
    const free = this.#free
    const takenAt = this.#runtime.clock.now()
    const now = takenAt.toISOString()
    await this.#schedules.enqueueDue()
    const open = [...this.#tasks.values()].filter(task => this.#roomOf(task.name) > 0)
    if (open.length === 0) return 0
    const cursors = open.map(task => ({ task, after: this.#last.get(task.name) ?? '' }))
    const ready = await this.#queue.look(now, cursors, free)
    const room = (queue: string) => this.#roomOf(queue)
    const countRunning = (school: string, queue?: string) => this.#runCounts.get(heldKey(school, queue)) ?? 0
    const quotas = share(ready, { free, countRunning, room })
    if (quotas.length === 0) return 0
    for (const { queue, school } of quotas) this.#last.set(queue, school)
    const lease = `${this.#runtime.instance}.${++this.#leases}`
    const tasks = await this.#queue.take(quotas, this.#tasks, { lease, now })
    const runs = runsOf(tasks, this.#handlers, { lease, takenAt })
    for (const run of runs) this.#begin(run)
    return runs.length
  }

  #roomOf(queue: string): number {
    return this.#tasks.get(queue)!.atOnce - (this.#ofQueue.get(queue) ?? 0)
  }

  #begin(run: Run): void {
    this.#startCount++
    const { school, queue } = run.tasks[0]!
    const count = (by: number) => {
      add(this.#runCounts, school, by)
      add(this.#runCounts, heldKey(school, queue), by)
      add(this.#ofQueue, queue, by)
    }
    count(1)
    const running: Promise<unknown> = performTask(run, this.#shared).finally(() => {
      this.#running.delete(running)
      count(-1)
      // Not after each run: a pass for a quarter of the slots costs as much as one for a single slot.
      if (this.#free * 4 >= this.#slots) this.wake()
    })
    this.#running.add(running)
  }
}

/** The tasks that run together: in a queue with batches all of a school, but each by itself that failed before. */
function runsOf(
  tasks: readonly ClaimedTask[],
  handlers: ReadonlyMap<string, TaskHandler>,
  under: Pick<Run, 'lease' | 'takenAt'>,
): Run[] {
  const batches = Map.groupBy(tasks, ({ queue, school, failures, id }) =>
    handlers.get(queue)!.task.batch > 1 && failures === 0 ? `${queue} ${school}` : id,
  )
  return [...batches.values()].map(batch => ({
    handler: handlers.get(batch[0]!.queue)!,
    tasks: batch,
    ...under,
    isRequested: false,
  }))
}

const heldKey = (school: string, queue?: string) => (queue === undefined ? school : `${school} ${queue}`)

function add(counts: Map<string, number>, name: string, by: number): void {
  const remaining = (counts.get(name) ?? 0) + by
  if (remaining > 0) counts.set(name, remaining)
  else counts.delete(name)
}
