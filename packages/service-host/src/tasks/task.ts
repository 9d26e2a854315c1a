// A task is work that a change leaves for later. It is declared beside the resource, and enqueued in the transaction of
// the change. The host runs it under the school's row-level security, repeats it after a failure, and takes turns
// between schools.
import type { Id } from '@lms/contract'
import { z } from 'zod'
import type { Work } from '../work/work.ts'

/** Maximum size of a task's payload as JSON. */
const maxPayloadBytes = 64 * 1024

type Returns = 'always' | 'later' | 'never'

interface Options<Payload, State> {
  /** The payload: ids, counts, times, states. Texts that may contain personal data stay in their row. */
  payload: z.ZodType<Payload>
  /** The state of a task with many steps. Each step commits it together with its effect. */
  state?: z.ZodType<State>
  /** Maximum tries of one step; then the task has failed. Default 10. */
  attempts?: number
  /** Seconds before the second try, doubled with each further one (default 2), up to `longestPause` (3600). */
  pause?: number
  longestPause?: number
  /** Maximum seconds of one step (default 30); calls outside get its signal. */
  deadline?: number
  /** Maximum number that one process runs at a time; default: its slots. */
  atOnce?: number
  /** The number of waiting tasks of one school that run as one step; after a failure each runs by itself. Default 1. */
  batch?: number
  /** Whether each counts as a task in the school's budget. Default true. */
  counted?: boolean
  /**
   * Whether it returns with the archive of its school: `always` (default); `later` where it reaches people or systems
   * outside, and what was due at the moment of the archive has been done; `never` where what it is about does not return.
   */
  returns?: Returns
  /** The progress of a task with many steps, for readers of the queue. */
  progress?: (state: State, payload: Payload) => { done: number; total: number | null }
}

/** The tries of a task that asks other services, which may be away for hours: ten minutes apart at most, for some five hours. */
export const throughOutages = { attempts: 40, longestPause: 600 } as const

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
  /** Whether it returns with the archive of its school. */
  readonly returns: Returns
  /** The cron expression of one that is done by the clock (`scheduled`). */
  readonly schedule: string | null
  progress(state: State, payload: Payload): { done: number; total: number | null } | null
}

export type PayloadOf<T> = T extends Task<infer P, any> ? P : never
export type StateOf<T> = T extends Task<any, infer S> ? S : never

/** Declares a task. Its name is stable: rows of running installations contain it. */
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
    returns: options.returns ?? 'always',
    schedule: null,
    progress: options.progress ?? (() => null),
  }
}

/** Free text could contain personal data, and an erasure does not search tasks. */
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

/** The payload of a task as its row keeps it. */
export function payloadText<P>(task: Task<P, any>, payload: P): string {
  const text = JSON.stringify(task.payload.parse(payload))
  if (text.length * 3 > maxPayloadBytes && Buffer.byteLength(text) > maxPayloadBytes)
    throw new Error(
      `A payload of the task ${task.name} has more than ${maxPayloadBytes} bytes. Store ids, not objects.`,
    )
  return text
}

/** The checked payload of a task, as it was enqueued, or as an older version left it. */
export const readPayload = <P>({ payload }: Task<P>, text: string): P => payload.parse(JSON.parse(text))

/** The context of a run. */
export interface TaskInput<Payload = any, State = any> extends Work {
  readonly payload: Payload
  /** The state from the step before; null in the first one. */
  readonly state: State | null
  readonly id: Id<'job'>
  /** Number of completed steps. */
  readonly step: number
  /** Failed tries of this step. */
  readonly failures: number
  /** Aborted at the deadline; for calls outside. */
  readonly signal: AbortSignal
}

/** There is another step: at once, or from `at` on. */
export interface Next<State> {
  readonly state: State
  readonly at?: Date
}

/** One step of a task; its writes are committed with the progress of the task. Without a result the task is done. */
export type RunTask<T, Stores> = (
  input: TaskInput<PayloadOf<T>, StateOf<T>>,
  stores: Stores,
  // biome-ignore lint/suspicious/noConfusingVoidType: a run that returns nothing is done
) => Promise<Next<StateOf<T>> | void>
/** Several tasks of one school in one transaction. */
export type RunTasks<T, Stores> = (
  input: Work & { readonly payloads: readonly PayloadOf<T>[]; readonly signal: AbortSignal },
  stores: Stores,
) => Promise<void>
/** Changes of objects when a task has failed for good; committed with the failure. */
export type TaskFailed<T, Stores> = (
  input: Work & {
    readonly payload: PayloadOf<T>
    /** As its last step left it; null before the first one. */
    readonly state: StateOf<T> | null
    readonly error: string
  },
  stores: Stores,
) => Promise<void>

/** The school of scheduled tasks, which belong to none. */
export const noSchool = '-'
