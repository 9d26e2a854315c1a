// One run of a task, from its payload to its settled row: a unit of work in its school, committed together with the
// progress of the task. After a failure the task is repeated, or has failed for good.
import type { Id } from '@lms/contract'
import { Refused } from '@lms/contract'
import { SpanKind } from '@opentelemetry/api'
import { step, textArray } from '../database/statements.ts'
import { requestContext, spanned } from '../kernel/telemetry.ts'
import { type Cause, inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'
import type { Work } from '../work/work.ts'
import { pauseAfter } from './backoff.ts'
import type { Taken } from './queue.ts'
import { isLeaseLost } from './tables.ts'
import { readPayload, type TaskHandler } from './task.ts'

/** Tasks that run together: one, or several of one school. */
export interface Run {
  handler: TaskHandler
  /** At least one. */
  taken: readonly Taken[]
  lease: string
}

export type StoresClass = new (work: UnitOfWork) => unknown

/** Runs it; never throws. */
export async function performTask(run: Run, Stores: StoresClass, runtime: Runtime): Promise<void> {
  const { requestId, queue, id } = run.taken[0]!
  const begin = () => ({
    kind: SpanKind.CONSUMER,
    parent: requestContext(requestId),
    attributes: { 'lms.task_id': id },
  })
  await spanned(runtime.service, `task ${queue}`, begin, () => attempt(run, Stores, runtime)).catch(error =>
    isLeaseLost(error) ? undefined : settleFailure(run, error, Stores, runtime),
  )
}

async function attempt(run: Run, Stores: StoresClass, runtime: Runtime): Promise<void> {
  const { handler, taken } = run
  // Its workers have died as often as it may fail.
  if (taken[0]!.failures >= handler.task.attempts) return giveUp(run, 'worker_died', Stores, runtime)
  await inTime(handler.task.deadline * 1000, signal =>
    within(run, runtime, async work => {
      const stores = new Stores(work.work)
      const next = handler.runMany
        ? await handler.runMany({ ...work, payloads: payloadsOf(run), signal }, stores)
        : await handler.run!({ ...work, ...inputOf(run), signal }, stores)
      if (next) settle(run, work.work, { ...next, state: handler.task.state?.parse(next.state) ?? null })
      else settle(run, work.work, null)
    }),
  )
}

const within = <T>({ taken: [first] }: Run, runtime: Runtime, act: (work: Work) => Promise<T>): Promise<T> =>
  inSchool(first!.school, runtime, act, causeOf(first!, runtime))

const causeOf = ({ requestId, clientRequestId, causeId }: Taken, { database }: Runtime): Cause => ({
  requestId,
  clientRequestId,
  causeId,
  database: database.of('tasks'),
})

const payloadsOf = ({ handler, taken }: Run) => taken.map(({ payload }) => readPayload(handler.task, payload))

const inputOf = ({ handler, taken: [first] }: Run) => ({
  payload: readPayload(handler.task, first!.payload),
  state: first!.state === null ? null : handler.task.state!.parse(JSON.parse(first!.state)),
  id: first!.id as Id<'job'>,
  step: first!.steps,
  failures: first!.failures,
})

/** Ends it after its deadline; later writes find the lease lost. */
async function inTime<T>(ms: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

/** Adds the outcome of the tasks to the writes of the work: done, or one step further. */
function settle({ taken, lease }: Run, work: UnitOfWork, next: { state: unknown; at?: Date } | null): void {
  const later = next?.at && next.at > work.origin.now ? next.at : null
  const status = next === null ? 'done' : later ? 'waiting' : 'ready'
  work.write(settleSql(work.schema), [
    ...placeOf(taken, lease),
    status,
    next === null || next.state === null ? null : JSON.stringify(next.state),
    (later ?? work.origin.now).toISOString(),
    null,
    work.now,
  ])
}

const settleSql = (schema: string) =>
  `select "${schema}".settle_tasks($1, $2, $3::text[], $4, $5, $6, $7::timestamptz, $8, $9::timestamptz)`

const placeOf = (taken: readonly Taken[], lease: string) => [
  taken[0]!.school,
  taken[0]!.queue,
  textArray(taken.map(({ id }) => id)),
  lease,
]

async function settleFailure(run: Run, error: unknown, Stores: StoresClass, runtime: Runtime): Promise<void> {
  const { task } = run.handler
  const [first] = run.taken
  const failures = first!.failures + 1
  const pause = pauseAfter(task, failures, Math.random())
  const { school, requestId } = first!
  const about = {
    err: error,
    task: task.name,
    task_id: first!.id,
    school_id: school,
    request_id: requestId,
    failures,
  }
  runtime.log.warn(
    about,
    pause === null ? 'a task failed for good; its queue shows it' : 'a task failed and will be repeated',
  )
  const reason = reasonOf(error)
  try {
    if (pause === null) await giveUp(run, reason, Stores, runtime)
    else await putOff(run, reason, pause, runtime)
  } catch (settling) {
    if (isLeaseLost(settling)) return
    runtime.log.warn({ ...about, err: settling }, 'a failed task could not be rescheduled')
    // When its lease ends it is ready again; but not for ever, if the failure itself can never be written.
    if (failures >= task.attempts * 2) await endAlone(run, reason, runtime)
  }
}

async function putOff({ taken, lease }: Run, reason: string, pause: number, runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  const due = new Date(now.getTime() + pause * 1000).toISOString()
  const values = [...placeOf(taken, lease), 'waiting', null, due, reason, now.toISOString()]
  await runtime.system.run([step(settleSql(runtime.service), values)])
}

/** It has failed for good, and its objects stay as they are. Never throws: if necessary its lease expires once more. */
async function endAlone({ taken, lease }: Run, reason: string, runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().toISOString()
  const values = [...placeOf(taken, lease), 'failed', null, now, reason, now]
  await runtime.system
    .run([step(settleSql(runtime.service), values)])
    .catch(error => runtime.log.warn({ err: error }, 'a failed task could not be ended'))
}

/** It has failed for good, and its objects with it. */
async function giveUp(run: Run, reason: string, Stores: StoresClass, runtime: Runtime): Promise<void> {
  const { handler, taken, lease } = run
  await within(run, runtime, async work => {
    for (const payload of handler.failed ? payloadsOf(run) : [])
      await handler.failed!({ ...work, payload, error: reason }, new Stores(work.work))
    work.work.write(settleSql(runtime.service), [
      ...placeOf(taken, lease),
      'failed',
      null,
      work.now,
      reason,
      work.now,
    ])
  })
}

/** The part of a failure that a school may see: a name, never a message, which may quote anything. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.refusal.reason
  const { code, name } = error as { code?: unknown; name?: unknown }
  const word = typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : String(name ?? 'error')
  return word.slice(0, 60)
}
