// One try of an external call: prepare, call, finish. Between its two units of work nothing of the database is held.
import { Refused } from '@lms/contract'
import { hasWaited } from '../database/database.ts'
import type { StoredAnswer } from '../work/idempotency.ts'
import type { Runtime } from '../work/runtime.ts'
import { giveAnswer, keepAnswer, readAwaiting } from './awaiting.ts'
import { grace } from './queue.ts'
import { inputOf, inTime, type Run, type Running, within } from './run.ts'
import { renewStep, settledBy, settleStep } from './settle.ts'
import { LeaseLost } from './tables.ts'

/** Calls and commits the outcome. Gives the answer of the request that waits for it, where one does. */
export async function attemptCall(
  run: Run,
  { Stores, runtime, writeAnswer }: Running,
): Promise<StoredAnswer | null> {
  const { task, external } = run.handler
  const { school, id, steps, requestId, awaitedBy } = run.tasks[0]!
  const read = () =>
    within(run, runtime, async work => {
      const prepared = await external!.prepare({ ...work, ...inputOf(run) }, new Stores(work.work))
      if (work.work.hasWrites) throw new Error(`The preparation of ${task.name} writes; only its end may.`)
      return prepared
    })
  const request = await patiently(read)
  await patiently(() => holdLease(run, runtime))
  const outcome = await inTime(task.deadline * 1000, signal =>
    external!.call(request, { key: `${id}-${steps}`, signal, school, requestId, runtime }),
  )
  const awaiting = readAwaiting(awaitedBy)
  const write = () =>
    within(run, runtime, async work => {
      const completion = await external!.finish({ ...work, ...inputOf(run), outcome }, new Stores(work.work))
      const next = task.state ? completion : null
      work.work.writeStep(settleStep(runtime.service, run, settledBy(run, next, work.work.origin.now)))
      if (!awaiting || task.state) return null
      if (!completion) throw new Error(`The end of ${task.name} has no answer, and a request waits for it.`)
      return giveAnswer(work, awaiting, completion, writeAnswer)
    })
  return patiently(write)
}

/** Milliseconds that may pass of a lease before its call begins. */
const soonMs = 5000

/**
 * Where what a call needs came slowly, as the database is busy, or another service is slow, its lease begins anew: another
 * process would make the call beside this one, and the outcome of this one would be lost.
 */
async function holdLease(run: Run, { service, system, clock }: Runtime): Promise<void> {
  const now = clock.now().getTime()
  if (now - run.takenAt.getTime() < soonMs) return
  const ends = new Date(now + (run.handler.task.deadline + grace) * 1000)
  const [renewed] = await system.run([renewStep(service, run, ends)])
  if (renewed!.count === 0) throw new LeaseLost()
}

/** Milliseconds until the database is asked again, which the lease outlasts. */
const pausesMs = [100, 500, 2000]

/**
 * Asks the database again where it has met a lock, or was away for a moment. A try of a call is one in which it may have been
 * made: the next one may not learn what has become of it, and what leaves once at most is given up. An outcome that was
 * committed after all is found settled, and not written twice.
 */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask()
    } catch (error) {
      if (!hasWaited(error)) throw error
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
  }
  return ask()
}

/**
 * Puts a call off whose outcome is not known. The request that waits for it is answered with the object as it stands,
 * where the call says how.
 */
export async function putOffCall(
  run: Run,
  { due, reason }: { due: Date; reason: string },
  { Stores, runtime, writeAnswer }: Running,
): Promise<StoredAnswer | null> {
  const awaiting = readAwaiting(run.tasks[0]!.awaitedBy)
  const { pending } = run.handler.external!
  return within(run, runtime, async work => {
    const { now } = work.work.origin
    const settled = { status: 'waiting', due, error: reason, now } as const
    work.work.writeStep(settleStep(runtime.service, run, settled))
    if (!awaiting || !pending) return null
    const object = await pending({ ...work, ...inputOf(run) }, new Stores(work.work))
    return keepAnswer(work, awaiting, { status: null, text: writeAnswer(awaiting, object) })
  })
}

/** A refusal that a call throws ends it: the same request would be refused again. */
export const isFinal = ({ handler }: Run, error: unknown): error is Refused =>
  handler.external !== null && error instanceof Refused && error.refusal.status < 500
