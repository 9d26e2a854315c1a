// A task is work that a change leaves for later. Its declaration stands beside the resource; the change enqueues it in its
// own transaction, and the host runs it: under the school's row security, again after a failure, by turns between schools.
import type { Id } from '@lms/contract'
import { z } from 'zod'
import type { Work } from '../work/work.ts'

/** What a task's payload takes at most, as JSON. */
export const mostPayloadBytes = 64 * 1024

interface Options<Payload, State> {
  /** What it is about: ids, counts, times, states. Words that may tell of a person stay in their row. */
  payload: z.ZodType<Payload>
  /** Of a task of many steps: how far it is. Each step commits it together with its effect. */
  state?: z.ZodType<State>
  /** Tries of one step, the first among them; after that the task has failed. 10 unless told. */
  attempts?: number
  /** Seconds before the second try, doubled with each further one (2 unless told), up to `longestPause` (3600). */
  pause?: number
  longestPause?: number
  /** Seconds that one step may take (30 unless told); calls outside get its signal. */
  deadline?: number
  /** How many of them one process runs at a time; as many as it has slots for, unless told. */
  atOnce?: number
  /** So many of one school that wait together are one step; each is tried by itself after a failure. 1 unless told. */
  batch?: number
  /** Whether each counts as a task in the school's budget: true unless told. */
  counted?: boolean
  /** A cron expression in UTC (seconds first where there are six fields): run at these times, for no school. */
  schedule?: string
  /** What a reader of the queue sees of a task of many steps. */
  progress?: (state: State, payload: Payload) => { done: number; total: number | null }
}

export interface Task<Payload = any, State = any> {
  readonly name: string
  readonly payload: z.ZodType<Payload>
  readonly state: z.ZodType<State> | null
  readonly attempts: number
  readonly pause: number
  readonly longestPause: number
  readonly deadline: number
  readonly atOnce: number
  readonly batch: number
  readonly counted: boolean
  readonly schedule: string | null
  progress(state: State, payload: Payload): { done: number; total: number | null } | null
}

export type PayloadOf<T> = T extends Task<infer P, any> ? P : never
export type StateOf<T> = T extends Task<any, infer S> ? S : never

/** Declares a task. Its name is stable: rows of a running installation bear it. */
export function task<Payload, State = null>(
  name: string,
  options: Options<Payload, State>,
): Task<Payload, State> {
  if (!/^[a-z][a-z0-9-]{1,59}$/.test(name))
    throw new Error(`The task name ${name} must be lower-case words with hyphens: send-mail.`)
  refuseFreeText(name, options.payload)
  if (options.state) refuseFreeText(name, options.state)
  return {
    name,
    payload: options.payload,
    state: options.state ?? null,
    attempts: options.attempts ?? 10,
    pause: options.pause ?? 2,
    longestPause: options.longestPause ?? 3600,
    deadline: options.deadline ?? 30,
    atOnce: options.atOnce ?? Number.POSITIVE_INFINITY,
    batch: options.batch ?? 1,
    counted: options.counted ?? true,
    schedule: options.schedule ?? null,
    progress: options.progress ?? (() => null),
  }
}

/** Free text could tell of a person, and an erasure does not look into tasks. */
function refuseFreeText(name: string, schema: z.ZodType): void {
  JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), (key, value) => {
    const isWord =
      value?.type === 'string' &&
      !('pattern' in value || 'format' in value || 'enum' in value || 'const' in value)
    if (isWord)
      throw new Error(
        `The task ${name} has free text in its payload${key && ` (${key})`}. Store the text in a row and send its id.`,
      )
    return value
  })
}

/** The payload of a task, checked: as it was enqueued, or as an older version has left it. */
export const readPayload = <P>({ payload }: Task<P>, text: string): P => payload.parse(JSON.parse(text))

/** What a run of a task has at hand. */
export interface TaskInput<Payload = any, State = any> extends Work {
  readonly payload: Payload
  /** What the step before has left; null in the first one. */
  readonly state: State | null
  readonly id: Id<'job'>
  /** Steps that are done. */
  readonly step: number
  /** Tries of this step that failed. */
  readonly failures: number
  /** Ends when the deadline does; for calls outside. */
  readonly signal: AbortSignal
}

/** There is another step: at once, or from `at` on. */
export interface Next<State> {
  readonly state: State
  readonly at?: Date
}

/** One step of a task; what it writes is committed with the place that the task has come to. Nothing: it is done. */
export type RunTask<T, Stores> = (
  input: TaskInput<PayloadOf<T>, StateOf<T>>,
  stores: Stores,
  // biome-ignore lint/suspicious/noConfusingVoidType: a run that returns nothing is done
) => Promise<Next<StateOf<T>> | void>
/** Several of one school in one transaction. */
export type RunTasks<T, Stores> = (
  input: Work & { readonly payloads: readonly PayloadOf<T>[]; readonly signal: AbortSignal },
  stores: Stores,
) => Promise<void>
/** What becomes of the objects where a task has failed for good; committed with the failure. */
export type TaskFailed<T, Stores> = (
  input: Work & { readonly payload: PayloadOf<T>; readonly error: string },
  stores: Stores,
) => Promise<void>

/** A task and what it does. */
export interface TaskHandler<Stores = any> {
  readonly task: Task
  readonly run: RunTask<any, Stores> | null
  readonly runMany: RunTasks<any, Stores> | null
  readonly failed: TaskFailed<any, Stores> | null
}

/** The school of tasks that are of none: those on a schedule. */
export const noSchool = '-'
