// One run of a task, from its payload to its settled row: a unit of work in its school around the handler, which commits
// together with the place that the task has come to. Where it fails it comes again, or has failed for good.
import { common, Refused } from '@lms/contract'
import { SpanKind } from '@opentelemetry/api'
import { taskRuns } from '../kernel/host-metrics.ts'
import { workOf } from '../kernel/metering.ts'
import { requestContext, spanned } from '../kernel/telemetry.ts'
import { turnWatch } from '../kernel/turn-watch.ts'
import { isErased } from '../work/erased-school.ts'
import type { StoredAnswer } from '../work/idempotency.ts'
import type { Runtime } from '../work/runtime.ts'
import { giveAnswer, readAwaiting } from './awaiting.ts'
import { pauseAfter } from './backoff.ts'
import { attemptCall, isFinal, putOffCall } from './perform-call.ts'
import { inputOf, inTime, payloadsOf, type Run, type Running, within } from './run.ts'
import { settledBy, settleStep } from './settle.ts'
import { isLeaseLost } from './tables.ts'

/**
 * Runs it; never throws. Gives the answer of the request that waits for it: null where none does, and where the outcome
 * is not known yet.
 */
export async function performTask(run: Run, running: Running): Promise<StoredAnswer | null> {
  const { requestId, queue, id, school } = run.tasks[0]!
  const begin = () => ({
    kind: SpanKind.CONSUMER,
    parent: requestContext(requestId),
    attributes: { 'lms.task_id': id },
  })
  const { service, metering } = running.runtime
  const work = workOf({ operation: `task ${queue}`, school, requestId }, metering)
  const traced = () => spanned(service, `task ${queue}`, begin, () => tried(run, running))
  return turnWatch.run(work, traced).catch(async error => {
    // The rows of the tasks of a school that was erased go with it.
    if (isLeaseLost(error) || (await isErased(error, school, running.runtime))) return null
    return settleFailure(run, error, running)
  })
}

async function tried(run: Run, running: Running): Promise<StoredAnswer | null> {
  // Its workers have died as often as it may fail.
  if (run.tasks[0]!.failures >= run.handler.task.attempts) return giveUp(run, 'worker_died', null, running)
  const answer = await attempt(run, running)
  count(run, 'done', running)
  return answer
}

const count = ({ tasks, handler }: Run, outcome: 'done' | 'again' | 'failed', { runtime }: Running) =>
  runtime.metrics.count(taskRuns, { queue: handler.task.name, outcome }, tasks.length)

async function attempt(run: Run, running: Running): Promise<StoredAnswer | null> {
  const { handler } = run
  const { Stores, runtime } = running
  if (handler.external) return attemptCall(run, running)
  if (handler.runAll) return attemptAll(run, running)
  return inTime(handler.task.deadline * 1000, signal =>
    within(run, runtime, async work => {
      const stores = new Stores(work.work)
      const next = handler.runMany
        ? await handler.runMany({ ...work, payloads: payloadsOf(run), signal }, stores)
        : await handler.run!({ ...work, ...inputOf(run), signal }, stores)
      const settled = settledBy(run, next ?? null, work.work.origin.now)
      work.work.writeStep(settleStep(runtime.service, run, settled))
      return null
    }),
  )
}

/** What is done by the clock commits by itself. */
async function attemptAll(run: Run, { runtime }: Running): Promise<null> {
  const { task } = run.handler
  await inTime(task.deadline * 1000, () => onlyRunOf(run.handler, runtime))
  const settled = { status: 'done', now: runtime.clock.now() } as const
  await runtime.system.run([settleStep(runtime.service, run, settled)])
  return null
}

/** What is done by the clock and is under way in a process, by name. */
const underWay = new WeakMap<Runtime, Map<string, Promise<unknown>>>()

/** One that has exceeded its deadline goes on: the next try waits for it, and does not do the same beside it. */
function onlyRunOf({ task: { name }, runAll }: Run['handler'], runtime: Runtime): Promise<unknown> {
  const all = underWay.get(runtime) ?? new Map<string, Promise<unknown>>()
  underWay.set(runtime, all)
  const running = all.get(name) ?? runAll!(runtime).finally(() => all.delete(name))
  all.set(name, running)
  return running
}

async function settleFailure(run: Run, error: unknown, running: Running): Promise<StoredAnswer | null> {
  const { task } = run.handler
  const { runtime } = running
  const [first] = run.tasks
  const failures = first!.failures + 1
  const pause = isFinal(run, error) ? null : pauseAfter(task, failures, Math.random())
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
  if (pause !== null) count(run, 'again', running)
  try {
    return pause === null
      ? await giveUp(run, reason, isFinal(run, error) ? error : null, running)
      : await putOff(run, reason, pause, running)
  } catch (settling) {
    if (isLeaseLost(settling)) return null
    runtime.log.warn({ ...about, err: settling }, 'a failed task could not be rescheduled')
    // Its lease ends, and it is ready again; but not for ever, where its objects can never fail with it.
    if (failures >= task.attempts * 2) await endAlone(run, reason, running)
    return null
  }
}

async function putOff(
  run: Run,
  reason: string,
  pause: number,
  running: Running,
): Promise<StoredAnswer | null> {
  const { runtime } = running
  const now = runtime.clock.now()
  const due = new Date(now.getTime() + pause * 1000)
  if (run.handler.external) return putOffCall(run, { due, reason }, running)
  const settled = { status: 'waiting', due, error: reason, now } as const
  await runtime.system.run([settleStep(runtime.service, run, settled)])
  return null
}

/** It has failed for good, and its objects stay as they are. Never throws: if need be its lease ends once more. */
async function endAlone(run: Run, reason: string, { runtime }: Running): Promise<void> {
  const settled = { status: 'failed', error: reason, now: runtime.clock.now() } as const
  await runtime.system
    .run([settleStep(runtime.service, run, settled)])
    .catch(error => runtime.log.warn({ err: error }, 'a failed task could not be ended'))
}

/** It has failed for good, and its objects with it. */
async function giveUp(
  run: Run,
  reason: string,
  refused: Refused | null,
  running: Running,
): Promise<StoredAnswer | null> {
  const { Stores, runtime, writeAnswer } = running
  const { handler, tasks } = run
  count(run, 'failed', running)
  const awaiting = readAwaiting(tasks[0]!.awaitedBy)
  return within(run, runtime, async work => {
    for (const payload of handler.failed ? payloadsOf(run) : [])
      await handler.failed!(
        { ...work, payload, state: inputOf(run).state, error: reason },
        new Stores(work.work),
      )
    const settled = { status: 'failed', error: reason, now: work.work.origin.now } as const
    work.work.writeStep(settleStep(runtime.service, run, settled))
    return awaiting && giveAnswer(work, awaiting, refused ?? new Refused(common.outcome_unknown), writeAnswer)
  })
}

/** The part of a failure that a school may see: a name, never a message, which may quote anything. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.refusal.reason
  const { code, name } = error as { code?: unknown; name?: unknown }
  const word = typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : String(name ?? 'error')
  return word.slice(0, 60)
}
