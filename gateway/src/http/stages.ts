// The stages with which every listener’s Express application begins and ends: a request gets its exchange, and whatever
// goes wrong is answered in the common error shape.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ApiError, common, Refused } from '@lms/contract'
import { ClientLeft, turnWatch, within } from '@lms/service-host/front'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { Exchange } from './exchange.ts'
import { readTarget } from './target.ts'

/** Called when the answer has been sent, or its connection is closed. */
export type Closed = (exchange: Exchange) => void

/** An Express application that adds nothing to answers and tells `/API` from `/api`. */
export function plainApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  return app
}

/** Request id and trace: the first stage makes the exchange. */
export const openExchange =
  (closed: Closed): RequestHandler =>
  (request, response, next) => {
    const exchange = open(request, response, closed)
    response.locals.exchange = exchange
    within(exchange.span, next)
  }

function open(request: IncomingMessage, response: ServerResponse, closed: Closed): Exchange {
  const exchange = new Exchange(request, response)
  // Everything behind handles a GET; Node's answer to a HEAD omits the body itself.
  if (exchange.isHead) request.method = 'GET'
  response.once('close', () => {
    exchange.close()
    closed(exchange)
  })
  return exchange
}

/**
 * A stage on the way: the next one follows, unless this one has answered. Nothing may be taken for a client that has
 * left meanwhile, because nobody would give it back.
 */
export const stage =
  (run: (exchange: Exchange) => void | Promise<void>): RequestHandler =>
  (_request, response, next) => {
    const goOn = () => {
      if (!response.headersSent && !response.destroyed) next()
    }
    turnWatch.note(response.locals.exchange)
    const running = run(response.locals.exchange)
    return running ? running.then(goOn) : goOn()
  }

/** A stage that answers, or arranges the answer, or throws the error to answer with. */
export const answer =
  (run: (exchange: Exchange) => void | Promise<void>): RequestHandler =>
  (_request, response) => {
    turnWatch.note(response.locals.exchange)
    return run(response.locals.exchange)
  }

/** The last stage: answers with the refusal that an earlier one threw. */
export const refuseErrors =
  (log: Logger): ErrorRequestHandler =>
  (error, _request, response, _next) =>
    refuse(response.locals.exchange, passedOn(error), log)

function refuse(exchange: Exchange, error: unknown, log: Logger): void {
  if (error instanceof ClientLeft) return
  const isRefusal = error instanceof Refused
  if (!isRefusal) log.error({ err: error, request_id: exchange.requestId }, 'request failed')
  exchange.refuse(isRefusal ? error : new Refused(common.internal_error))
}

/** A path that no school and no operation has. */
const nowhere = '/*'

/**
 * The listener of an application. Express reads the target before the first stage, so it is brought into its usual form
 * here. A target that Express cannot read leads nowhere: its own answer would be HTML.
 */
export function listenerOf(app: Express, closed: Closed, log: Logger): RequestListener {
  const handle = app as unknown as RequestHandler
  return (request, response) => {
    try {
      readTarget(request)
    } catch (error) {
      return refuse(open(request, response, closed), error, log)
    }
    handle(request as never, response as never, () => {
      request.url = nowhere
      handle(request as never, response as never, () => {})
    })
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

/** Writes the log line of a finished request: as a warning if the fault is the server’s, else at the given level. */
export function logRequest(log: Logger, exchange: Exchange, level: 'info' | 'debug', text: string): void {
  const { statusCode } = exchange.response
  const at = statusCode >= 500 ? 'warn' : level
  if (!log.isLevelEnabled(at)) return
  const line = {
    request_id: exchange.requestId,
    school_id: exchange.school,
    key_id: exchange.caller?.key ?? null,
    operation: exchange.template,
    status: statusCode,
    reason: exchange.reason,
    ms: Math.round(exchange.milliseconds * 10) / 10,
  }
  log[at](line, text)
}
