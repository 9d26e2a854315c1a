// Large HTML is sanitized in a thread of its own: 200 KB of `<` take 0.1 s of a processor, in which a process could answer
// nobody. The thread begins with the first such content and ends when none has come for a while. Schools take turns.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Cleaned, cleaned, type HtmlPart } from './html.ts'

/** Characters of HTML that take less than a millisecond, whatever they are. */
const small = 1000
/** Milliseconds after which a content is given up; and in which a thread must have begun. */
const longest = 10_000
const mostStart = 20_000
/** Milliseconds without a content after which the thread ends. */
const idle = 60_000
/** Contents that wait for the thread: in all, and of one school. */
const mostWaiting = 20
const mostOfSchool = 5

interface Thread {
  worker: Worker
  ready: Promise<unknown>
}
let thread: Thread | null = null
let ending: NodeJS.Timeout | undefined
/** What waits, by school; the school that waits longest is first. */
const queues = new Map<string, (() => Promise<void>)[]>()
let running = false

export interface Sanitized {
  parts: Cleaned[]
  /** Of the thread's processor. */
  milliseconds: number
}

/** The HTML takes too long to be read, or too much waits. */
export class TooDear extends Error {
  override name = 'TooDear'
}

/** What remains of the parts, in their order. Throws `TooDear` when they cannot be read in time. */
export async function sanitize(parts: readonly HtmlPart[], school: string): Promise<Sanitized> {
  const characters = parts.reduce((sum, { html }) => sum + html.length, 0)
  if (characters <= small) return { parts: parts.map(cleaned), milliseconds: 0 }
  const waiting = [...queues.values()].reduce((sum, { length }) => sum + length, 0)
  const own = queues.get(school) ?? []
  if (waiting >= mostWaiting || own.length >= mostOfSchool) throw new TooDear()
  const { promise, resolve, reject } = Promise.withResolvers<Sanitized>()
  own.push(() => inThread(started(), parts).then(resolve, reject))
  queues.set(school, own)
  void takeTurns()
  return promise
}

async function takeTurns(): Promise<void> {
  if (running) return
  running = true
  for (let next = queues.entries().next().value; next; next = queues.entries().next().value) {
    const [school, own] = next
    queues.delete(school)
    const work = own.shift()!
    if (own.length > 0) queues.set(school, own)
    await work()
  }
  running = false
}

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

async function inThread({ worker, ready }: Thread, parts: readonly HtmlPart[]): Promise<Sanitized> {
  clearTimeout(ending)
  try {
    await ready
    worker.postMessage(parts)
    // Without an answer in time, or with an error, the thread is of no more use.
    const [done] = await once(worker, 'message', { signal: AbortSignal.timeout(longest) })
    return done
  } catch (error) {
    stop(worker)
    throw (error as Error).name === 'AbortError' ? new TooDear() : error
  } finally {
    ending = setTimeout(() => stop(worker), idle).unref()
  }
}

function stop(worker: Worker): void {
  if (thread?.worker === worker) thread = null
  void worker.terminate()
}
