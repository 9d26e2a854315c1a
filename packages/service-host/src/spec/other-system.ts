// A system outside that acts once for each Idempotency-Key, as a bank does.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtherSystem {
  url: string
  /** The path and the key of each call, in the order in which they came. */
  calls: { path: string; key: string }[]
  /** Effects by path: calls with a key that was not seen before. */
  effects: Map<string, number>
  /** How it answers; 201 unless told. It has acted before. */
  answer: (response: ServerResponse) => void
  stop(): Promise<void>
}

export const created = (response: ServerResponse) => void response.writeHead(201).end()

export async function startOtherSystem(): Promise<OtherSystem> {
  const keys = new Set<string>()
  const server = createServer((request, response) => {
    const path = request.url!.slice(1)
    const key = String(request.headers['idempotency-key'])
    other.calls.push({ path, key })
    if (!keys.has(key)) other.effects.set(path, (other.effects.get(path) ?? 0) + 1)
    keys.add(key)
    other.answer(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const other: OtherSystem = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    effects: new Map(),
    answer: created,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return other
}

/** Before each test it knows no call and answers as usual. */
export function reset(other: OtherSystem): void {
  other.calls.length = 0
  other.effects.clear()
  other.answer = created
}
