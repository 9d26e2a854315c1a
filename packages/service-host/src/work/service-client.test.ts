import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { I, resource } from '@lms/contract'
import { z } from 'zod'
import { type ClientConfig, makeServiceClient } from './runtime.ts'

const things = resource({
  get: I('GET /internal/things', {
    summary: 'Get a thing',
    permission: null,
    callers: ['notes'],
    returns: z.object({ name: z.string() }),
  }),
})

/** A client of a service that answers with this status; the requests that it has got, and what was signed. */
async function stage(status: number) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"name":"a"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const signed: unknown[][] = []
  const signer = { sign: (...parameters: unknown[]) => String(signed.push(parameters)) }
  const config = {
    serviceAddresses: { things: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    signing: { name: 'notes' },
  } as unknown as ClientConfig
  const client = makeServiceClient(config, signer as never)
  const close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
  const ask = (school: string | null, service = 'things') =>
    client(service, { things }, { school, requestId: 'r1' }).things.get({})
  return { ask, requests, signed, close }
}

test('a client is asked with a token of the caller for it, in a school or in none', async () => {
  const { ask, requests, signed, close } = await stage(200)
  expect(await ask('sch_1')).toEqual({ name: 'a' })
  await ask(null)
  expect(signed).toEqual([
    ['things', { kind: 'service', service: 'notes', school: 'sch_1' }, 'sch_1'],
    ['things', { kind: 'service', service: 'notes', school: null }, '-'],
  ])
  expect(requests.map(({ headers }) => headers['x-request-id'])).toEqual(['r1', 'r1'])
  await close()
})

test('one that is away, or that lacks something of its own, is unavailable; one without an address is a fault', async () => {
  const { ask, close } = await stage(503)
  const unavailable = { refusal: { reason: 'unavailable' } }
  await expect(ask('sch_1')).rejects.toMatchObject(unavailable)
  await close()
  await expect(ask('sch_1')).rejects.toMatchObject(unavailable)
  await expect(ask('sch_1', 'others')).rejects.toThrow('LMS_SERVICES has no address for others.')
})
