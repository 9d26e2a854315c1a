// The receiver of the schools' webhooks: one server of the driver's own, which outlives all kills.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@lms/api'
import { Broken } from './requests.ts'

export interface Hook {
  url: string
  secret: string
  /** Arrivals of each event by its id, each with a valid signature. */
  arrived: Map<string, number>
}

export interface Receivers {
  hook(name: string): Hook
  /** Requests with an invalid signature. */
  forged: string[]
  close(): void
}

export async function startReceivers(): Promise<Receivers> {
  const hooks = new Map<string, Hook>()
  const forged: string[] = []
  const server: Server = createServer(async (request, response) => {
    const { secret, arrived } = hooks.get(request.url!)!
    const chunks: Buffer[] = []
    // A sender that is killed while it sends leaves half a request behind.
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    try {
      const header = request.headers['x-lms-signature'] as string | undefined
      const { id } = verifyWebhook(Buffer.concat(chunks), header, secret)
      arrived.set(id, (arrived.get(id) ?? 0) + 1)
      response.writeHead(200).end()
    } catch (error) {
      forged.push(String(error))
      response.writeHead(400).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    forged,
    hook: name => {
      if (hooks.has(`/${name}`)) throw new Broken(`There are two hooks ${name}`)
      const hook = {
        url: `http://127.0.0.1:${port}/${name}`,
        secret: `secret of ${name}`,
        arrived: new Map(),
      }
      hooks.set(`/${name}`, hook)
      return hook
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
