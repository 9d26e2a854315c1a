// A request that waits for the outcome of a task: what the task's row keeps of it, so that any process can give its
// answer, whether or not the one that took the request still lives.
import { type Caller, Refused } from '@lms/contract'
import { answerOfProposal } from '../work/audit-changes.ts'
import { type ClaimReference, keepLater, type StoredAnswer } from '../work/idempotency.ts'
import type { Work } from '../work/work.ts'

export interface Awaiting {
  /** The operation's route template. */
  readonly operation: string
  /** The id in its path, where it has one. */
  readonly objectId: string | null
  /** The status of success. */
  readonly success: number
  /** When the request came. */
  readonly at: string
  readonly caller: Omit<Caller, 'school' | 'rights'>
  readonly claim: ClaimReference | null
  /** Of a caller without the right to read: the names of the fields that they sent, and so may see. */
  readonly sent: unknown
}

/** Writes an object as the answer of the request that waits for it. */
export type WriteAnswer = (awaiting: Awaiting, object: object) => string

export const readAwaiting = (text: string | null): Awaiting | null =>
  text === null ? null : JSON.parse(text)

/** Who asked, for events and the audit log; what they may do was checked when they asked. */
export const callerOf = ({ caller }: Awaiting, school: string): Caller => ({
  ...caller,
  school: school as Caller['school'],
  rights: [],
})

/** Keeps the final answer of the request for its repetitions, and the record that it was done or refused. */
export function giveAnswer(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  awaiting: Awaiting,
  result: object | Refused,
  write: WriteAnswer,
): StoredAnswer {
  const refused = result instanceof Refused
  const answer = refused ? refusalAsKept(result) : { status: null, text: write(awaiting, result) }
  const { id } = result as { id?: unknown }
  work.outgoing.audit({
    operation: awaiting.operation,
    objectId: !refused && typeof id === 'string' ? id : awaiting.objectId,
    status: refused ? result.refusal.status : awaiting.success,
    since: new Date(awaiting.at),
    // A proposal is answered by a call that waits only if the answer is yes.
    answer: answerOfProposal(awaiting.operation, { answer: 'yes' }),
    at: runtime.clock.now(),
  })
  return keepAnswer({ work, runtime }, awaiting, answer)
}

/** Keeps an answer of the request for its repetitions. */
export function keepAnswer(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { claim }: Awaiting,
  answer: StoredAnswer,
): StoredAnswer {
  if (claim) work.writeStep(keepLater(work.schema, work.school, claim, answer, runtime.vault))
  return answer
}

const refusalAsKept = ({ refusal: { reason, status }, message, details }: Refused): StoredAnswer => ({
  status,
  text: JSON.stringify({ reason, message, details }),
})
