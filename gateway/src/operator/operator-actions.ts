// The log of the platform team: each request that changes something, or would have, with who made it and its answer. It is in
// the log of the school as well, where that is the school's; this one stays when a school goes.
import { common, formatTime, isId, newId, type Operation, Refused } from '@lms/contract'
import { operatorActionsSubject } from '@lms/events'
import type { OperatorAction } from '@lms/service/contract'
import { ClientLeft } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { clientLeft, type Exchange, outcomeOf } from '../http/exchange.ts'
import { passedOn } from '../http/stages.ts'
import { RecordSender } from '../usage/record-sender.ts'
import { operator as operations } from './operator.contract.ts'
import type { Operator } from './operators.ts'

export interface OperatorActionsParts {
  publish(subject: string, payload: string): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  log: Logger
}

/** Nobody else follows at once. */
const restMs = 0
/** An archive has thousands of parts; its beginning and its end are actions. */
const unnoted: ReadonlySet<string> = new Set([operations.sendArchive.route])

/** Whether requests of an operation are actions. */
export const isAction = ({ method, route }: Pick<Operation, 'method' | 'route'>): boolean =>
  method !== 'GET' && !unnoted.has(route)

/** The status of the answer to a request, and its content before it is written. */
export interface Completion {
  status: number
  result: unknown
}

export class OperatorActions {
  readonly #parts: OperatorActionsParts
  readonly #sender: RecordSender<OperatorAction>

  constructor(parts: OperatorActionsParts) {
    const { publish, log } = parts
    this.#parts = parts
    const name = 'actions of the platform team'
    this.#sender = new RecordSender({ subject: operatorActionsSubject, publish, name, restMs, log })
  }

  /**
   * Notes a request when it has ended and nobody waits for its answer any more: what was begun for a client is done although
   * it leaves. `school` is the one of its path, if it has one.
   */
  async follow(
    exchange: Exchange,
    { operator, school }: { operator: Operator; school: string | null },
    completion: Promise<Completion>,
  ): Promise<void> {
    const closed = new Promise(resolve => exchange.response.once('close', resolve))
    const end = await completion.then(({ status, result }) => ({ status, reason: null, result }), failedWith)
    await closed
    const action = actionOf(exchange, operator, {
      ...{ status: end.status, reason: end.reason ?? outcomeOf(exchange).reason },
      // A new one is what the request has made.
      school: school ?? (end.result as { id?: string } | null)?.id ?? null,
      now: this.#parts.now(),
    })
    // The log of the process has every action, too.
    if (!this.#sender.add(action)) this.#parts.log.error({ action }, 'an action has no place in the log')
  }

  stop(): Promise<void> {
    return this.#sender.stop()
  }
}

/** Errors as they are answered. For a client that leaves before its body is whole nothing is done. */
function failedWith(error: unknown) {
  if (error instanceof ClientLeft) return { status: clientLeft, reason: null, result: null }
  const cause = passedOn(error)
  const { status, reason } = cause instanceof Refused ? cause.refusal : common.internal_error
  return { status, reason, result: null }
}

function actionOf(
  { operation, requestId }: Exchange,
  { name, role }: Operator,
  {
    school,
    now,
    ...outcome
  }: Pick<OperatorAction, 'status' | 'reason'> & { school: string | null; now: number },
): OperatorAction {
  return {
    ...{ id: newId('req'), operator: name, role, operation },
    // What is no id names no school.
    school_id: school && isId('sch', school) ? school : null,
    ...outcome,
    request_id: requestId,
    created_at: formatTime(new Date(now)),
  }
}
