// The only place that begins, ends and abandons units of work, for requests, reactions and jobs alike.
import type { SchoolRuntime } from './runtime.ts'
import { UnitOfWork, type WorkOptions } from './unit-of-work.ts'
import type { Work } from './work.ts'

export type Scope = Omit<WorkOptions, 'schema'>

export interface Outcome<T> {
  result: T
  /** The answer for an idempotent repetition. */
  answer: string | null
}

/**
 * Commits the writes and events of `act`, wakes the relay and the task runner, and charges the school for the costs of
 * a caller. After an error nothing is committed, and the error is thrown in the form for the caller.
 */
export async function inUnitOfWork<T>(
  runtime: SchoolRuntime,
  options: Scope,
  act: (work: Work) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const work = new UnitOfWork({ ...options, schema: runtime.service })
  const emit: Work['emit'] = (event, object, extra) =>
    work.outgoing.emit(event, object as Record<string, unknown>, extra as never)
  try {
    const outcome = await act({ now: work.now, emit, work, runtime })
    await work.finish(outcome.answer)
    if (work.outgoing.hasEvents) runtime.notify()
    if (work.leftTasks) runtime.wakeTasks()
    if (work.cost.task) runtime.usage?.add(options.school, { tasks: work.cost.task })
    if (options.origin.caller && work.hasWrites) runtime.metering.add(options.school, work.cost)
    return outcome
  } catch (error) {
    throw await work.abandon(error)
  }
}
