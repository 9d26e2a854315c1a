// Large HTML is sanitized in a thread of its own: 200 KB of `<` take 0.1 s of a processor, in which a process could answer
// nobody. The thread begins with the first such content and ends when none has come for a while.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refused } from '@lms/contract'
import { sanitized } from './block.html.ts'
import type { Block } from './block.ts'
import { refusals } from './page.contract.ts'

/** Characters of HTML that take less than a millisecond, whatever they are. */
const small = 1000
/** Milliseconds after which a content is given up; and in which a thread must have begun. */
const longest = 10_000
const mostStart = 20_000
/** Milliseconds without a content after which the thread ends. */
const idle = 60_000
/** Contents that wait for the thread. */
const mostWaiting = 20

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}
let thread: Thread | null = null
let ending: NodeJS.Timeout | undefined
let waiting = 0
let last: Promise<unknown> = Promise.resolve()

interface Sanitized {
  blocks: Block[]
  /** Of the thread's processor. */
  milliseconds: number
}

/** The blocks with what remains of their HTML. Refuses HTML that cannot be read in time. */
export async function sanitize(blocks: Block[]): Promise<Sanitized> {
  if (charactersIn(blocks) <= small) return { blocks: sanitized(blocks), milliseconds: 0 }
  if (waiting >= mostWaiting) throw tooDear()
  waiting++
  const mine = last.catch(() => {}).then(() => inThread(started(), blocks))
  last = mine
  return mine.finally(() => waiting--)
}

const charactersIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.type === 'columns')
      return sum + block.columns.reduce((all, column) => all + charactersIn(column.blocks), 0)
    return sum + ('html' in block ? block.html.length : 0)
  }, 0)

function started(): Thread {
  if (!thread) {
    const worker = new Worker(new URL('./sanitizing.thread.ts', import.meta.url))
    // The process may end while the thread waits for a content.
    worker.unref()
    const signal = AbortSignal.timeout(mostStart)
    thread = { worker, ready: once(worker, 'message', { signal }) }
  }
  return thread
}

async function inThread({ worker, ready }: Thread, blocks: Block[]): Promise<Sanitized> {
  clearTimeout(ending)
  try {
    await ready
    worker.postMessage(blocks)
    // Without an answer in time, or with an error, the thread is of no more use.
    const [done] = await once(worker, 'message', { signal: AbortSignal.timeout(longest) })
    return done
  } catch (error) {
    stop(worker)
    throw (error as Error).name === 'AbortError' ? tooDear() : error
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
    refusals.page_content_unfit,
    'The HTML of the content takes too long to be read. Remove what is no HTML from it, or save it in smaller parts.',
  )
