// The log of the platform team: each request that changes something, or would have, with who made it and its answer. It is in
// the log of the school as well, where that is the school's; this one stays when a school goes.
import { formatTime, isId, newId, type Operation } from '@lms/contract'
import { operatorActionsSubject } from '@lms/events'
import type { OperatorAction } from '@lms/service/contract'
import type { Logger } from 'pino'
import { type Exchange, outcomeOf } from '../http/exchange.ts'
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

export class OperatorActions {
  readonly #parts: OperatorActionsParts
  readonly #sender: RecordSender<OperatorAction>

  constructor(parts: OperatorActionsParts) {
    const { publish, log } = parts
    this.#parts = parts
    const name = 'actions of the platform team'
    this.#sender = new RecordSender({ subject: operatorActionsSubject, publish, name, restMs, log })
  }

  /** Notes a request when it has been answered; `school` says at that time which school it was about. */
  follow(exchange: Exchange, operator: Operator, school: () => string | null): void {
    exchange.response.once('close', () => {
      const action = actionOf(exchange, operator, school(), this.#parts.now())
      // The log of the process has every action, too.
      if (!this.#sender.add(action)) this.#parts.log.error({ action }, 'an action has no place in the log')
    })
  }

  stop(): Promise<void> {
    return this.#sender.stop()
  }
}

function actionOf(
  exchange: Exchange,
  { name, role }: Operator,
  school: string | null,
  now: number,
): OperatorAction {
  return {
    id: newId('req'),
    operator: name,
    role,
    operation: exchange.operation,
    // What is no id names no school.
    school_id: school && isId('sch', school) ? school : null,
    ...outcomeOf(exchange),
    request_id: exchange.requestId,
    created_at: formatTime(new Date(now)),
  }
}
