// An operation whose answer comes after a call outside.
import type { AnswerIn } from './external-call.ts'
import type { ExternalCall } from './handler.ts'
import { type PayloadOf, payloadText, type StateOf, type Task } from './task.ts'

/** Seconds that a request waits for a call at most: less than the gateway waits for a service. */
export const longestWait = 20

/** An answer that comes after a call; a handler returns it in place of the answer. */
export class AnswerAfter<Answer> {
  declare readonly answer: Answer
  readonly call: ExternalCall
  readonly payload: string
  constructor(call: ExternalCall, payload: string) {
    this.call = call
    this.payload = payload
  }
}

/**
 * Has the request answered after a call. What the handler has written is committed first, together with the intent to
 * call; the request then waits for the outcome. Whatever happens to the process, the call is carried on.
 */
export function answerAfter<T extends Task, Result>(
  call: ExternalCall<T, Result>,
  payload: PayloadOf<T> & (StateOf<T> extends null ? unknown : never),
): AnswerAfter<AnswerIn<Result>> {
  const { name, deadline } = call.task
  if (deadline > longestWait)
    throw new Error(`A request cannot wait ${deadline} s for ${name}: ${longestWait} s at most.`)
  return new AnswerAfter(call, payloadText(call.task, payload))
}
