// The one way to read what strangers wrote: in a thread beside the process, which answers many schools meanwhile. A text is
// bounded in bytes, and its reading in time and memory; a thread that overran is ended and replaced. The thread begins with
// the first job, does one at a time, and ends when none has come for a while, so that its memory returns. Schools take
// turns; one whose last jobs took long waits for a second thread, so that others never wait for several of its jobs.
import { common, Refused } from '@lms/contract'
import type { Jobs } from './answer-jobs.ts'
import { Turns } from './turns.ts'
import { type Done, type Job, startThread, type Thread, TooDear } from './worker.ts'

export { TooDear } from './worker.ts'

/** Milliseconds without a job after which a thread ends. */
const idle = 60_000
/** Milliseconds for which the jobs of a school that had a long one are done apart, and the schools that are remembered. */
const apart = 60_000
const maxApart = 10_000
const mebibyte = 1024 ** 2

export interface ThreadBounds {
  /** Milliseconds after which a job is given up; a patient one after three times as many. */
  longest: number
  /** Milliseconds of a processor after which a job was a long one; default: a tenth of `longest`. */
  long?: number
  /** Bytes of texts in one job, and of all jobs that wait; default: 4 times one. */
  maxBytes: number
  maxWaitingBytes?: number
  /** Jobs that wait for a thread: in all, of one school, and of one whose last jobs took long. */
  maxWaiting: number
  maxOfSchool: number
  maxOfLong: number
  /** Of memory for objects in the thread. */
  maxMebibytes?: number
}

/** Errors of jobs that are thrown to whoever asked, by their class; all others are faults. */
type ErrorClass = new (message: string) => Error

export interface ThreadOptions extends ThreadBounds {
  errors?: readonly ErrorClass[]
  /** What the program finds as `workerData` when it begins. */
  data?: () => unknown
}

/** Who is behind a job. */
export interface Sender {
  school: string
  /** Hears the milliseconds of a processor that the job took, also where it was given up. */
  charge?: ((milliseconds: number) => void) | undefined
  /** Of tasks: never refused because others wait. */
  patient?: boolean | undefined
}

/** What a test gives in place of threads and clocks. */
export interface Machine {
  start: () => Thread
  late: (milliseconds: number) => AbortSignal
  now: () => number
}

/** One thread with the jobs that wait for it. */
class ThreadQueue {
  readonly #machine: Machine
  readonly turns: Turns
  #thread: Thread | null = null
  #ending: NodeJS.Timeout | undefined

  constructor(machine: Machine, turns: Turns) {
    this.#machine = machine
    this.turns = turns
  }

  async ask(job: Job, longest: number): Promise<Done> {
    clearTimeout(this.#ending)
    this.#thread ??= this.#machine.start()
    const thread = this.#thread
    try {
      return await thread.ask(job, () => this.#machine.late(longest))
    } catch (error) {
      this.#stop(thread)
      throw error
    } finally {
      this.#ending = setTimeout(() => this.#stop(thread), idle).unref()
    }
  }

  #stop(thread: Thread): void {
    if (this.#thread === thread) this.#thread = null
    thread.stop()
  }
}

/** `J` are the jobs of the program, which it answers by `answerJobs`. */
export class InThread<J extends Jobs> {
  readonly #options: ThreadOptions
  readonly #now: () => number
  readonly #usual: ThreadQueue
  readonly #slow: ThreadQueue
  /** The schools with a long job, and until when they wait apart; the earliest is first. */
  readonly #apart = new Map<string, number>()

  constructor(program: URL, options: ThreadOptions, machine: Partial<Machine> = {}) {
    this.#options = options
    this.#now = machine.now ?? (() => performance.now())
    const { maxWaiting, maxOfSchool, maxOfLong, maxBytes, maxMebibytes = 128, data } = options
    const fullMachine: Machine = {
      start: () =>
        startThread(program, {
          resourceLimits: { maxOldGenerationSizeMb: maxMebibytes },
          workerData: data?.(),
        }),
      late: AbortSignal.timeout,
      now: this.#now,
      ...machine,
    }
    const { maxWaitingBytes = 4 * Math.max(maxBytes, mebibyte) } = options
    const turns = (most: number) => new Turns({ maxWaiting, maxOfSchool: most, maxWaitingBytes })
    this.#usual = new ThreadQueue(fullMachine, turns(maxOfSchool))
    this.#slow = new ThreadQueue(fullMachine, turns(maxOfLong))
  }

  /**
   * What a job makes of an input. Throws `TooDear`, and the errors that the options name; refuses with too_busy where too
   * many wait.
   */
  async run<K extends keyof J & string>(
    name: K,
    input: Parameters<J[K]>[0],
    { school, charge, patient = false }: Sender,
  ): Promise<Awaited<ReturnType<J[K]>>> {
    const { maxBytes } = this.#options
    // What has passed for its author must not fail for its readers, however busy the machine is.
    const longest = this.#options.longest * (patient ? 3 : 1)
    const bytes = bytesIn(input, maxBytes)
    if (bytes > maxBytes) throw new TooDear()
    const queue = (this.#apart.get(school) ?? 0) > this.#now() ? this.#slow : this.#usual
    if (!patient && queue.turns.isFullFor(school, bytes))
      throw new Refused(common.too_busy, undefined, { headers: { 'retry-after': '1' } })
    const spend = (milliseconds: number) => {
      if (milliseconds > (this.#options.long ?? this.#options.longest / 10)) this.#waitsApart(school)
      charge?.(milliseconds)
    }
    const work = async () => {
      try {
        const done = await queue.ask({ name, input }, longest)
        spend(done.milliseconds)
        return done
      } catch (error) {
        // It tried as long as it may.
        if (error instanceof TooDear) spend(longest)
        throw error
      }
    }
    return this.#valueOf(await queue.turns.run(work, school, bytes)) as Awaited<ReturnType<J[K]>>
  }

  #valueOf(done: Done): unknown {
    if ('value' in done) return done.value
    const { failed, message } = done
    // Of a text whose parts are in parts without an end.
    if (failed === RangeError.name) throw new TooDear()
    const FailureClass = this.#options.errors?.find(({ name }) => name === failed)
    throw FailureClass ? new FailureClass(message) : new Error(`A thread failed with ${failed}: ${message}`)
  }

  #waitsApart(school: string): void {
    this.#apart.delete(school)
    this.#apart.set(school, this.#now() + apart)
    if (this.#apart.size > maxApart) this.#apart.delete(this.#apart.keys().next().value!)
  }
}

/** Bytes of all texts in a value, three for a character beyond Latin-1 at most; the count ends above `most`. */
function bytesIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return value.byteLength
  let bytes = 8
  for (const [name, inner] of Object.entries(value)) {
    bytes += name.length + bytesIn(inner, most - bytes)
    if (bytes > most) break
  }
  return bytes
}
