// The common part of both listeners: every request is answered in the common error shape, and then counted.
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

  /** Answers, or arranges the answer, or throws the error to answer with. */
  protected abstract take(exchange: Exchange): Promise<void>

  /** The answer has been sent, or its connection is closed. */
  protected abstract closed(exchange: Exchange): void

  /** Writes the log line of a finished request: as a warning if the fault is the server's, else at the given level. */
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

/** The error to answer with; the refusal of a service that was called becomes the refusal of this listener. */
export function passedOn(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, reason, message, details } = error
  if (status >= 500 || status === 401)
    return new Refused(status === 503 ? common.unavailable : common.internal_error)
  return new Refused({ reason, status: status as 400, when: 'a service refused', message }, message, {
    details,
  })
}
