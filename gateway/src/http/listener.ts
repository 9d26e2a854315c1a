// What both doors have in common: a request is answered whatever happens, in the one error shape, and then counted.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, common, Refused } from '@lms/contract'
import { within } from '@lms/service-host/front'
import type { Logger } from 'pino'
import { Exchange } from './exchange.ts'
import { readTarget } from './target.ts'

export abstract class Listener {
  protected readonly log: Logger

  constructor(log: Logger) {
    this.log = log
  }

  /** Answers one request. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = new Exchange(request, response)
    response.once('close', () => {
      exchange.close()
      this.closed(exchange)
    })
    try {
      readTarget(request)
      await within(exchange.span, () => this.take(exchange))
    } catch (error) {
      this.#refuse(exchange, passedOn(error))
    }
  }

  /** Answers, or sees that it is answered, or throws what is to be answered as an error. */
  protected abstract take(exchange: Exchange): Promise<void>

  /** The answer has gone out, or its connection is gone. */
  protected abstract closed(exchange: Exchange): void

  /** Writes the line of a request that is over: as a warning where the fault is ours, else at the level given. */
  protected logLine(exchange: Exchange, level: 'info' | 'debug', text: string): void {
    const { statusCode } = exchange.response
    const at = statusCode >= 500 ? 'warn' : level
    if (!this.log.isLevelEnabled(at)) return
    const line = {
      request_id: exchange.requestId,
      school_id: exchange.school,
      key_id: exchange.caller?.key ?? null,
      operation: exchange.template,
      status: statusCode,
      reason: exchange.reason,
      ms: Math.round(exchange.milliseconds * 10) / 10,
    }
    this.log[at](line, text)
  }

  #refuse(exchange: Exchange, error: unknown): void {
    const known = error instanceof Refused
    if (!known) this.log.error({ err: error, request_id: exchange.requestId }, 'request failed')
    exchange.refuse(known ? error : new Refused(common.internal_error))
  }
}

/** What was thrown; the refusal of a service that was asked, as the answer of the door. */
export function passedOn(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, reason, message, details } = error
  if (status >= 500 || status === 401)
    return new Refused(status === 503 ? common.unavailable : common.internal_error)
  return new Refused({ reason, status: status as 400, when: 'a service refused', message }, message, {
    details,
  })
}
