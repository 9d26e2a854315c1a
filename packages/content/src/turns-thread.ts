// A thread for work that takes too much of a processor for a process that answers many schools. It begins with the first
// job, does one at a time, and ends when none has come for a while, so that its memory returns. Schools take turns.
import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Milliseconds in which a thread must have begun, and without a job after which it ends. */
const maxStart = 20_000
const idle = 60_000

export interface TurnsOptions {
  /** Milliseconds after which a job is given up. */
  longest: number
  /** Jobs that wait for the thread: in all, and of one school. */
  maxWaiting: number
  maxOfSchool: number
  resourceLimits?: WorkerOptions['resourceLimits']
}

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}

/** A job takes too long or too much memory, or too many wait. */
export class TooDear extends Error {
  override name = 'TooDear'
}

/** The program of the thread posts a message when it is ready, and then one for each job. */
export class TurnsThread<Job, Answer> {
  readonly #program: URL
  readonly #options: TurnsOptions
  #thread: Thread | null = null
  #ending: NodeJS.Timeout | undefined
  /** What waits, by school; the school that waits longest is first. */
  readonly #queues = new Map<string, (() => Promise<void>)[]>()
  #running = false

  constructor(program: URL, options: TurnsOptions) {
    this.#program = program
    this.#options = options
  }

  /** The answer to a job of a school. Throws `TooDear`; with `patient`, never because others wait. */
  async run(job: Job, school: string, { patient = false } = {}): Promise<Answer> {
    const { maxWaiting, maxOfSchool } = this.#options
    const waiting = [...this.#queues.values()].reduce((sum, { length }) => sum + length, 0)
    const own = this.#queues.get(school) ?? []
    if (!patient && (waiting >= maxWaiting || own.length >= maxOfSchool)) throw new TooDear()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    own.push(() => this.#ask(this.#started(), job).then(resolve, reject))
    this.#queues.set(school, own)
    void this.#takeTurns()
    return promise
  }

  async #takeTurns(): Promise<void> {
    if (this.#running) return
    this.#running = true
    for (let [next] = this.#queues; next; [next] = this.#queues) {
      const [school, own] = next
      this.#queues.delete(school)
      const work = own.shift()!
      if (own.length > 0) this.#queues.set(school, own)
      await work()
    }
    this.#running = false
  }

  #started(): Thread {
    if (!this.#thread) {
      const { resourceLimits } = this.#options
      const worker = new Worker(this.#program, resourceLimits ? { resourceLimits } : {})
      // The process may end while the thread waits for a job.
      worker.unref()
      const signal = AbortSignal.timeout(maxStart)
      this.#thread = { worker, ready: once(worker, 'message', { signal }) }
    }
    return this.#thread
  }

  async #ask({ worker, ready }: Thread, job: Job): Promise<Answer> {
    clearTimeout(this.#ending)
    try {
      await ready
      worker.postMessage(job)
      const [done] = await once(worker, 'message', { signal: AbortSignal.timeout(this.#options.longest) })
      return done
    } catch (error) {
      // Without an answer in time, or without memory, the thread is of no more use.
      this.#stop(worker)
      const { name, code } = error as NodeJS.ErrnoException
      throw name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooDear() : error
    } finally {
      this.#ending = setTimeout(() => this.#stop(worker), idle).unref()
    }
  }

  #stop(worker: Worker): void {
    if (this.#thread?.worker === worker) this.#thread = null
    void worker.terminate()
  }
}
