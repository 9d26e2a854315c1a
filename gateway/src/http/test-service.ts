// A service whose answers a test defines, and which records its requests.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface TestService {
  url: string
  requests: ReceivedRequest[]
  /** Requests without an answer that are still open. */
  open(): number
  /** The handler of a request; answers `{}` by default. */
  act: (request: IncomingMessage, response: ServerResponse, body: string) => void
  stop(): Promise<void>
}

export const answerEmpty: TestService['act'] = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
}

export async function startTestService(port = 0): Promise<TestService> {
  let open = 0
  // As long as services keep a connection: a shorter one could end while a request is on its way.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    open++
    response.once('close', () => open--)
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      service.requests.push({ method: request.method!, url: request.url!, headers: request.headers, body })
      service.act(request, response, body)
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const service: TestService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    open: () => open,
    act: answerEmpty,
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
  return service
}
