// An external call is a task whose effect is outside: a payment, an upload, a mail, a request of a scenario. Three phases
// keep the database and the outside apart: `prepare` reads, `call` calls, `finish` writes the outcome. A crash between any
// two of them repeats the call under the same key. See "atomic phases" and "recovery points" in Brandur Leach,
// "Implementing Stripe-like idempotency keys in Postgres".
import type { Refused } from '@lms/contract'
import type { Runtime } from '../work/runtime.ts'
import type { Next, PayloadOf, StateOf, TaskFailed, TaskInput } from './task.ts'

/** What a call has at hand: no database, so nothing is held while an outsider is slow. */
export interface Outside {
  /** The same at each repetition of this call, and at no other call: the `Idempotency-Key` for the other side. */
  readonly key: string
  /** Ends when the deadline of the task does. */
  readonly signal: AbortSignal
  readonly school: string
  readonly requestId: string
  readonly runtime: OutsideRuntime
}
export type OutsideRuntime = Pick<
  Runtime,
  'service' | 'config' | 'clock' | 'log' | 'vault' | 'client' | 'unseen' | 'standingOf'
>

type CallInput<T> = Omit<TaskInput<PayloadOf<T>, StateOf<T>>, 'signal'>

/** What `finish` gives: of a task with state whether there is a next call; else the answer of a request, or none. */
export type ResultOf<T> = StateOf<T> extends null ? object | Refused | Nothing : Next<StateOf<T>> | Nothing
export type AnswerIn<Result> = Exclude<Result, Refused | Nothing>
// biome-ignore lint/suspicious/noConfusingVoidType: an end that returns nothing has no answer and no next call
type Nothing = void

/**
 * The phases of a call. An error in any of them is a failure: the call comes again under the same key, after the task's
 * pauses, until it has failed for good. A refusal below 500 that is thrown ends it at once; what was written is undone.
 */
export interface ExternalSteps<T, Stores, Request, Outcome, Result> {
  /** Reads what the call needs, and writes nothing. */
  readonly prepare: (input: CallInput<T>, stores: Stores) => Promise<Request>
  /** Calls, within the task's deadline. */
  readonly call: (request: Request, outside: Outside) => Promise<Outcome>
  /**
   * Writes the outcome. Of an operation's call it gives the answer; a refusal that it returns is the answer, too, and
   * what was written stays.
   */
  readonly finish: (input: CallInput<T> & { readonly outcome: Outcome }, stores: Stores) => Promise<Result>
  /** The answer where the outcome is not known in time: the object as it stands. Without it: `outcome_unknown`. */
  readonly pending?: (input: CallInput<T>, stores: Stores) => Promise<AnswerIn<Result>>
  /** What becomes of the objects where it has failed for good; whether the other side has acted may be unknown. */
  readonly failed?: TaskFailed<T, Stores>
  /** Requests of one school that may wait for it at a time, in each process. 16 unless told. */
  readonly waiting?: number
}
