// The end of an HTTP server whose clients keep their connections.
import type { Server, ServerResponse } from 'node:http'

/**
 * The function that ends the server: it accepts no more connections, and lets running requests finish for at most `graceMs`.
 * Their answers say that the connection ends. Node alone would go on taking requests on a connection that is never idle,
 * and cut off whichever runs when the time is over.
 */
export function endingOf(server: Server): (graceMs: number) => Promise<void> {
  const running = new Set<ServerResponse>()
  let isEnding = false
  // Before any answer is written.
  server.prependListener('request', (_, response: ServerResponse) => {
    if (isEnding) response.shouldKeepAlive = false
    running.add(response)
    response.once('close', () => {
      running.delete(response)
      // A head that was sent before has said nothing.
      if (isEnding) setImmediate(() => server.closeIdleConnections())
    })
  })
  return graceMs =>
    new Promise(done => {
      isEnding = true
      for (const response of running) response.shouldKeepAlive = false
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close(() => {
        clearTimeout(cut)
        done()
      })
    })
}
