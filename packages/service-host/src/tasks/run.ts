// One run of a task, and what each of its units of work is made of.
import type { Id } from '@lms/contract'
import { inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { Work } from '../work/work.ts'
import { callerOf, readAwaiting, type WriteAnswer } from './awaiting.ts'
import type { TaskHandler } from './handler.ts'
import type { ClaimedTask } from './queue.ts'
import { readPayload } from './task.ts'

/** Tasks that run together: one, or several of one school. */
export interface Run {
  handler: TaskHandler
  /** At least one. */
  tasks: readonly ClaimedTask[]
  lease: string
  /** When they were taken. No run is earlier, where a clock goes back: a term that it ends would not be over. */
  takenAt: Date
  /** Whether a request waits for it: it uses a connection as those of its school do. */
  isRequested: boolean
}

/** What all runs of a process share. */
export interface Running {
  readonly Stores: new (work: UnitOfWork) => unknown
  readonly runtime: Runtime
  readonly writeAnswer: WriteAnswer
}

/** A unit of work of the run: in its school, on behalf of what caused it. */
export function within<T>(
  { tasks: [first], takenAt, isRequested }: Run,
  runtime: Runtime,
  act: (work: Work) => Promise<T>,
): Promise<T> {
  const { school, requestId, clientRequestId, causeId, awaitedBy } = first!
  const awaiting = readAwaiting(awaitedBy)
  const askedBy = awaiting && callerOf(awaiting, school)
  const database = isRequested ? runtime.database.of(school) : runtime.database.behind(school, 'tasks')
  const now = new Date(Math.max(takenAt.getTime(), runtime.clock.now().getTime()))
  return inSchool(school, runtime, act, { requestId, clientRequestId, causeId, askedBy, database, now })
}

export const payloadsOf = ({ handler, tasks }: Run) =>
  tasks.map(({ payload }) => readPayload(handler.task, payload))

export const inputOf = ({ handler, tasks: [first] }: Run) => ({
  payload: readPayload(handler.task, first!.payload),
  state: first!.state === null ? null : handler.task.state!.parse(JSON.parse(first!.state)),
  id: first!.id as Id<'job'>,
  step: first!.steps,
  failures: first!.failures,
})

/** Ends it after its deadline; later writes find the lease lost. */
export async function inTime<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TaskTooSlow(ms)
      ending.abort(error)
      reject(error)
    }, ms)
  })
  return Promise.race([act(ending.signal), late]).finally(() => clearTimeout(timer))
}

class TaskTooSlow extends Error {
  readonly code = 'too_slow'
  constructor(ms: number) {
    super(`A step of the task exceeded its deadline of ${ms} ms.`)
  }
}
