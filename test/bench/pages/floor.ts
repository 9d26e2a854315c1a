// The floor of any server of pages: bare node:http, which sends bytes that it has.
import { createServer } from 'node:http'

process.once('message', ({ body, headers }: { body: string; headers: Record<string, string> }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
})
process.on('disconnect', () => process.exit(0))
