// The floor of a file that goes up and comes down: bare node:http, which writes what comes into a file and sends it.
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

const [path] = process.argv.slice(2) as [string]

const server = createServer({ requestTimeout: 0 }, async (request, response) => {
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(path))
    response.writeHead(204).end()
    return
  }
  response.writeHead(200, { 'content-length': (await stat(path)).size })
  await pipeline(createReadStream(path), response)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
