import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'

/** Express with one handler that gets every request, also those whose target is no path. */
export function appOf(take: (request: IncomingMessage, response: ServerResponse) => void): RequestListener {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(take)
  // What Express cannot find a path in, it hands back; without this it would answer itself, in HTML.
  const handle = app as unknown as RequestHandler
  return (request, response) => handle(request as never, response as never, () => take(request, response))
}
