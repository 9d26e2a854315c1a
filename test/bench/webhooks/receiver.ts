// A subscriber in a process of its own: bare node:http. It counts by path and notes how late each event arrives.
// A path that begins with /hang is never answered, one with /slow after a while; the body of an answer to /endless
// never ends.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  count: number
  /** Epoch milliseconds of the first and the last arrival. */
  first: number
  last: number
  /** Milliseconds from the envelope's `created_at` to the arrival. */
  delays: number[]
  /** `comment` of the order and the moment of arrival; kept for /changes only. */
  marks: [comment: string, arrivedAt: number][]
}

const slowMs = 20
const seen = new Map<string, Seen>()
const fresh = (): Seen => ({ count: 0, first: 0, last: 0, delays: [], marks: [] })

function note(path: string, body: string) {
  const now = performance.timeOrigin + performance.now()
  const entry = seen.get(path) ?? fresh()
  if (entry.count === 0) seen.set(path, entry)
  entry.count++
  entry.first ||= now
  entry.last = now
  const at = body.indexOf('"created_at":"') + 14
  entry.delays.push(now - Date.parse(body.slice(at, body.indexOf('"', at))))
  if (path === '/changes') entry.marks.push([/"comment":"([^"]*)"/.exec(body)?.[1] ?? '', now])
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', chunk => (body += chunk))
  request.on('end', () => {
    const path = request.url!
    note(path, body)
    if (path.startsWith('/endless')) response.write('on')
    else if (path.startsWith('/slow')) setTimeout(() => response.end('ok'), slowMs)
    else if (!path.startsWith('/hang')) response.end('ok')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', (what: 'count' | 'take') => {
  if (what === 'count') {
    process.send?.(Object.fromEntries([...seen].map(([path, { count }]) => [path, count])))
    return
  }
  process.send?.(Object.fromEntries(seen))
  seen.clear()
})
process.on('disconnect', () => process.exit(0))
