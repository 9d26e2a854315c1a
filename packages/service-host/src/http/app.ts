import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'

/** Express with one handler for every request, also for those whose target is no path. */
export function appOf(take: (request: IncomingMessage, response: ServerResponse) => void): RequestListener {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(take)
  // Express passes on requests without a readable path; without this handler it would answer them itself, in HTML.
  const handle = app as unknown as RequestHandler
  return (request, response) => handle(request as never, response as never, () => take(request, response))
}
