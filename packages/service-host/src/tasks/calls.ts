// Requests that wait for a call outside: their intent is a task that runs from the first moment, under a lease of this
// process. If the process dies, the lease ends and a runner continues the call.
import { type Caller, common, formatTime, newId, Refused } from '@lms/contract'
import { step } from '../database/statements.ts'
import type { StoredAnswer } from '../work/idempotency.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { AnswerAfter } from './answer-after.ts'
import type { Awaiting } from './awaiting.ts'
import { performTask } from './perform-task.ts'
import { grace } from './queue.ts'
import type { Run, Running } from './run.ts'

/** Maximum number of requests of one school that wait for one call; a call may declare another. */
const usualWaiting = 16

/** Which call, after which writes, for whom, and what the request is answered by. */
type Intent = [
  AnswerAfter<unknown>,
  UnitOfWork,
  Caller,
  Pick<Awaiting, 'operation' | 'objectId' | 'success' | 'sent'>,
]

/** The calls of a process for which requests wait. */
export class Calls {
  readonly #running: Running
  readonly #queues: ReadonlySet<string>
  /** Requests that wait, by school and queue. */
  readonly #waiting = new Map<string, number>()
  #leases = 0

  /** `queues` are the tasks of the service: no runner would continue any other call after a crash. */
  constructor(queues: ReadonlySet<string>, running: Running) {
    this.#queues = queues
    this.#running = running
  }

  /** The place of one request among those that wait. The request must leave it at its end, whatever the outcome. */
  reserve(): { begin(...intent: Intent): Run; leave(): void } {
    let leave: (() => void) | null = null
    // A request that is tried again keeps its place.
    const enter = (name: string, most: number) => {
      leave ??= this.#enter(name, most)
    }
    return { begin: (...intent) => this.#begin(intent, enter), leave: () => leave?.() }
  }

  /** Adds the intent to the writes of the request. Refuses with rate_limited if too many requests of the school wait. */
  #begin(
    [{ call, payload }, work, caller, request]: Intent,
    enter: (name: string, most: number) => void,
  ): Run {
    const { task, external } = call
    if (!this.#queues.has(task.name)) throw new Error(`The service does not list the task ${task.name}.`)
    const { school: _, rights: __, ...callerFields } = caller
    const awaiting: Awaiting = { ...request, at: work.now, caller: callerFields, claim: work.claim }
    const run = this.#runOf(call, payload, work, JSON.stringify(awaiting))
    enter(`${work.school} ${task.name}`, external.waiting ?? usualWaiting)
    work.writeStep(this.#intent(run, work), task.counted ? 'task' : undefined)
    return run
  }

  /** Calls, once the intent is committed. Refuses with outcome_unknown if a runner must continue the call. */
  async perform(run: Run): Promise<StoredAnswer> {
    const answer = await performTask(run, this.#running)
    if (answer) return answer
    const seconds = String(Math.ceil(run.handler.task.pause))
    throw new Refused(common.outcome_unknown, undefined, { headers: { 'retry-after': seconds } })
  }

  #enter(key: string, most: number): () => void {
    const waiting = this.#waiting.get(key) ?? 0
    if (waiting >= most)
      throw new Refused(
        common.rate_limited,
        'Too many requests of this kind wait for another system. Wait for their answers.',
        { headers: { 'retry-after': '1' } },
      )
    this.#waiting.set(key, waiting + 1)
    return () => {
      const remaining = this.#waiting.get(key)! - 1
      if (remaining > 0) this.#waiting.set(key, remaining)
      else this.#waiting.delete(key)
    }
  }

  #runOf(call: AnswerAfter<unknown>['call'], payload: string, work: UnitOfWork, awaitedBy: string): Run {
    const { requestId, clientRequestId, causeId } = work.origin
    const { school } = work
    const first = {
      ...{ school, queue: call.task.name, id: newId('job'), payload, state: null, steps: 0, failures: 0 },
      ...{ requestId, clientRequestId, causeId, awaitedBy },
    }
    const lease = `${this.#running.runtime.instance}.call${++this.#leases}`
    return { handler: call, tasks: [first], lease, takenAt: work.origin.now, isRequested: true }
  }

  #intent({ handler: { task }, tasks: [first], lease }: Run, { schema, now }: UnitOfWork) {
    const { school, queue, id, payload, requestId, clientRequestId, causeId, awaitedBy } = first!
    const ends = this.#running.runtime.clock.now().getTime() + (task.deadline + grace) * 1000
    return step(
      `insert into "${schema}".tasks (school_id, queue, id, payload, status, due_at, lease, request_id,
         client_request_id, cause_id, created_at, awaited_by)
       values ($1, $2, $3, $4, 'running', $5::timestamptz, $6, $7, $8, $9, $10::timestamptz, $11)`,
      [
        ...[school, queue, id, payload, formatTime(new Date(ends)), lease],
        ...[requestId, clientRequestId, causeId, now, awaitedBy],
      ],
    )
  }
}
