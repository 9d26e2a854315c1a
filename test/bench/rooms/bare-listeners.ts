// The floor of a room: a bare server of node:http that writes one buffer to all of its sockets whenever it is told to.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const listeners = new Set<ServerResponse>()
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 1000\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

/** A message as rooms show it, with the same number of bytes. */
const id = `wbm_${'0'.repeat(26)}`
const data = JSON.stringify({ id, html: `<p id="${id}">Warm colours come forward.</p>\n` })
process.on('message', (number: number) => {
  const bytes = Buffer.from(`event: message\nid: ${number}\ndata: ${data}\n\n`)
  for (const response of listeners) response.write(bytes)
})
process.on('disconnect', () => process.exit(0))
