// The one place in which a unit of work is opened, ended and given up: of requests, reactions and jobs alike.
import type { Runtime } from './runtime.ts'
import { UnitOfWork, type WorkOptions } from './unit-of-work.ts'
import type { Work } from './work.ts'

export type Scope = Omit<WorkOptions, 'schema'>

export interface Outcome<T> {
  result: T
  /** What an idempotent repetition will get. */
  answer: string | null
}

/**
 * Commits what `act` has written and told, wakes the relay and the runner of tasks, and charges the school for what a caller has brought about.
 * Where anything throws nothing of it is kept, and the error is thrown on as it should be seen.
 */
export async function inUnitOfWork<T>(
  runtime: Runtime,
  options: Scope,
  act: (work: Work) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const work = new UnitOfWork({ ...options, schema: runtime.service })
  const emit: Work['emit'] = (event, object, extra) =>
    work.outgoing.emit(event, object as Record<string, unknown>, extra as never)
  try {
    const outcome = await act({ now: work.now, emit, work, runtime })
    await work.finish(outcome.answer)
    if (work.outgoing.hasEvents) runtime.poke()
    if (work.leftTasks) runtime.wakeTasks()
    if (options.origin.caller && work.hasWrites) runtime.spending.add(options.school, work.cost)
    return outcome
  } catch (error) {
    throw await work.abandon(error)
  }
}
