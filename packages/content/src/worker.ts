// One worker thread: it begins with its first job, and ends when it is stopped.
import { once } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { common, Refused } from '@lms/contract'

/** A job by its name, with what strangers have written. */
export interface Job {
  readonly name: string
  readonly input: unknown
}

/** What a thread makes of a job, and the milliseconds of its processor. */
export type Done = { readonly milliseconds: number } & (
  | { readonly value: unknown }
  /** An error of the job, by the name of its class. */
  | { readonly failed: string; readonly message: string }
)

/** A thread as its users see it. */
export interface Thread {
  /** Rejects with `TooDear` when the signal, which begins with the job, ends it, or its memory does not suffice; then the thread is of no more use. */
  ask(job: Job, late: () => AbortSignal): Promise<Done>
  stop(): void
}

/** A text takes too long or too much memory to be read, or is larger or deeper than anything is read. */
export class TooDear extends Error {
  override name = 'TooDear'
}

/** Milliseconds in which a thread must have begun. */
const maxStart = 20_000

export function startThread(program: URL, options: WorkerOptions): Thread {
  const worker = new Worker(program, options)
  // The process may end while the thread waits for a job.
  worker.unref()
  const ready = once(worker, 'message', { signal: AbortSignal.timeout(maxStart) })
  // Whoever asks hears of it.
  ready.catch(() => {})
  return {
    ask: async (job, late) => {
      await ready.catch(error => {
        // A machine too busy to start a thread is no fault of the text.
        throw error.name === 'AbortError' ? new Refused(common.unavailable) : error
      })
      worker.postMessage(job)
      try {
        const [done] = await once(worker, 'message', { signal: late() })
        return done
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException
        throw name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooDear() : error
      }
    },
    stop: () => void worker.terminate(),
  }
}
