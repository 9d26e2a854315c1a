// A thread for work that takes too much of a processor for a process that answers many schools. It begins with the first
// job, does one at a time, and ends when none has come for a while, so that its memory returns. Schools take turns; one
// whose last jobs took long waits for a second thread, so that others never wait for several of its jobs.
import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { common, Refused } from '@lms/contract'

/** Milliseconds in which a thread must have begun, and without a job after which it ends. */
const maxStart = 20_000
const idle = 60_000
/** Milliseconds for which the jobs of a school that had a long one are done apart, and the schools that are remembered. */
const apart = 60_000
const maxApart = 10_000

export interface TurnsOptions {
  /** Milliseconds after which a job is given up. */
  longest: number
  /** Milliseconds after which a job was a long one. */
  long?: number
  /** Jobs that wait for a thread: in all, and of one school. */
  maxWaiting: number
  maxOfSchool: number
  resourceLimits?: WorkerOptions['resourceLimits']
}

/** A job takes too long or too much memory. */
export class TooDear extends Error {
  override name = 'TooDear'
}

interface Started {
  worker: Worker
  ready: Promise<unknown>
}

/** One thread with the jobs that wait for it. */
class Thread<Job, Answer> {
  readonly #program: URL
  readonly #options: TurnsOptions
  #started: Started | null = null
  #ending: NodeJS.Timeout | undefined
  /** What waits, by school; the school that waits longest is first. */
  readonly #queues = new Map<string, (() => Promise<void>)[]>()
  #running = false

  constructor(program: URL, options: TurnsOptions) {
    this.#program = program
    this.#options = options
  }

  /** Whether another job of the school would be one too many. */
  isFullFor(school: string): boolean {
    const waiting = [...this.#queues.values()].reduce((sum, { length }) => sum + length, 0)
    const own = this.#queues.get(school)?.length ?? 0
    return waiting >= this.#options.maxWaiting || own >= this.#options.maxOfSchool
  }

  /** The answer, and the milliseconds that the thread took for it or for failing. */
  run(job: Job, school: string, took: (milliseconds: number) => void): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const own = this.#queues.get(school) ?? []
    own.push(async () => {
      const started = this.#start()
      const before = await started.ready.then(
        () => performance.now(),
        () => null,
      )
      await this.#ask(started, job).then(resolve, reject)
      if (before !== null) took(performance.now() - before)
    })
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

  #start(): Started {
    if (!this.#started) {
      const { resourceLimits } = this.#options
      const worker = new Worker(this.#program, resourceLimits ? { resourceLimits } : {})
      // The process may end while the thread waits for a job.
      worker.unref()
      const signal = AbortSignal.timeout(maxStart)
      this.#started = { worker, ready: once(worker, 'message', { signal }) }
    }
    return this.#started
  }

  async #ask({ worker, ready }: Started, job: Job): Promise<Answer> {
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
    if (this.#started?.worker === worker) this.#started = null
    void worker.terminate()
  }
}

/** The program of the threads posts a message when it is ready, and then one for each job. */
export class TurnsThread<Job, Answer> {
  readonly #usual: Thread<Job, Answer>
  readonly #slow: Thread<Job, Answer>
  readonly #long: number
  /** The schools with a long job, and until when they wait apart; the earliest is first. */
  readonly #apart = new Map<string, number>()

  constructor(program: URL, options: TurnsOptions) {
    this.#usual = new Thread(program, options)
    this.#slow = new Thread(program, options)
    this.#long = options.long ?? options.longest / 10
  }

  /**
   * The answer to a job of a school. Throws `TooDear`, and refuses with too_busy where too many wait; with `patient`, never
   * because others wait.
   */
  async run(job: Job, school: string, { patient = false } = {}): Promise<Answer> {
    const thread = (this.#apart.get(school) ?? 0) > performance.now() ? this.#slow : this.#usual
    if (!patient && thread.isFullFor(school))
      throw new Refused(common.too_busy, undefined, { headers: { 'retry-after': '1' } })
    return thread.run(job, school, milliseconds => {
      if (milliseconds > this.#long) this.#waitsApart(school)
    })
  }

  #waitsApart(school: string): void {
    this.#apart.delete(school)
    this.#apart.set(school, performance.now() + apart)
    if (this.#apart.size > maxApart) this.#apart.delete(this.#apart.keys().next().value!)
  }
}
