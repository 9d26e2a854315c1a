// Contents are compiled and filled in in a thread of their own, which a deadline ends: Liquid's own limits can be passed by
// a template that is written for it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refused } from '@lms/contract'
import { contentRefusals } from './content.refusals.ts'
import type { Filled, Source, Variables } from './source.ts'

/** A content, and the values of each person. */
export interface Job {
  source: Source
  people: readonly Variables[]
}
export type Answer = { results: (Filled | { error: string })[] } | { error: string }

/** Milliseconds after which a job is given up; and in which a thread must have begun. */
const longest = 5000
const mostStart = 20_000
/** Milliseconds without a job after which the thread ends. */
const idle = 60_000
/** Jobs that wait for the thread. */
const mostWaiting = 50

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}
let thread: Thread | null = null
let ending: NodeJS.Timeout | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

interface Done {
  results: (Filled | { error: string })[]
  /** Of the thread's processor. */
  milliseconds: number
}

/**
 * Fills a content in for each person; without people it is only checked. Refuses with content_unfit what is no Liquid, and
 * what takes too long.
 */
export async function fillIn(job: Job): Promise<Done> {
  if (waiting >= mostWaiting) throw tooDear()
  waiting++
  const mine = last.catch(() => {}).then(() => inThread(started(), job))
  last = mine
  const { answer, milliseconds } = await mine.finally(() => waiting--)
  if ('error' in answer)
    throw new Refused(contentRefusals.content_unfit, undefined, {
      details: [{ path: 'body', message: answer.error }],
    })
  return { ...answer, milliseconds }
}

function started(): Thread {
  if (!thread) {
    const worker = new Worker(new URL('./filler.thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    // The process may end while the thread waits for a job.
    worker.unref()
    thread = { worker, ready: once(worker, 'message', { signal: AbortSignal.timeout(mostStart) }) }
  }
  return thread
}

async function inThread(
  { worker, ready }: Thread,
  job: Job,
): Promise<{ answer: Answer; milliseconds: number }> {
  clearTimeout(ending)
  try {
    await ready
    worker.postMessage(job)
    const [done] = await once(worker, 'message', { signal: AbortSignal.timeout(longest) })
    return done
  } catch (error) {
    // Without an answer in time, or without memory, the thread is of no more use.
    stop(worker)
    const { name, code } = error as NodeJS.ErrnoException
    throw name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooDear() : error
  } finally {
    ending = setTimeout(() => stop(worker), idle).unref()
  }
}

function stop(worker: Worker): void {
  if (thread?.worker === worker) thread = null
  void worker.terminate()
}

const tooDear = () =>
  new Refused(
    contentRefusals.content_unfit,
    'The content takes too long to be filled in. Make its loops shorter, or remove them.',
  )
