import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createResolver } from './resolver.ts'

const NOERROR = 0
const SERVFAIL = 2
const NXDOMAIN = 3
const A = 1
const AAAA = 28

type Answer = { code: number; data?: number[] }

/** Long enough for every answer, and so short that a test can wait for silence. */
const [patient, brief] = [20_000, 50]

/** A name server of one rule: what to answer for a name and a record type; `null` is silence. */
async function withServer<T>(
  rule: (name: string, type: number) => Answer | null,
  run: (resolver: ReturnType<typeof createResolver>) => Promise<T>,
  timeoutMs = patient,
): Promise<T> {
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const labels: string[] = []
    let at = 12
    for (; query[at] !== 0; at += query[at]! + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    const answer = rule(labels.join('.'), query.readUInt16BE(at + 1))
    if (!answer) return
    const { code, data } = answer
    const question = query.subarray(12, at + 5)
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    // A pointer to the question's name, the same type and class, 60 s, and the data with its length.
    const type = question.subarray(-4)
    const record = data
      ? Buffer.from([0xc0, 12, ...type, 0, 0, 0, 60, 0, data.length, ...data])
      : Buffer.alloc(0)
    socket.send(Buffer.concat([header, question, record]), peer.port, peer.address)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  try {
    return await run(createResolver({ servers: [`127.0.0.1:${port}`], timeoutMs }))
  } finally {
    socket.close()
  }
}

const v4 = { code: NOERROR, data: [8, 8, 4, 4] }
const v6 = { code: NOERROR, data: [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }

test.each<[string, Answer | null, Answer | null, string[]]>([
  ['both families', v4, v6, ['8.8.4.4', '2606:4700::1']],
  ['one family', v4, { code: NOERROR }, ['8.8.4.4']],
  ['one family while the other fails', { code: SERVFAIL }, v6, ['2606:4700::1']],
])('%s', async (_name, a, aaaa, expected) => {
  const rule = (_: string, type: number) => (type === A ? a : type === AAAA ? aaaa : null)
  expect(await withServer(rule, resolver => resolver.resolve('hook.example'))).toEqual(expected)
})

test.each<[string, Answer | null, Answer | null, string]>([
  ['no such name', { code: NXDOMAIN }, { code: NXDOMAIN }, 'ENOTFOUND'],
  ['no addresses', { code: NOERROR }, { code: NOERROR }, 'ENODATA'],
  ['a failure outweighs no addresses', { code: NOERROR }, { code: SERVFAIL }, 'ESERVFAIL'],
  ['silence', null, null, 'ETIMEOUT'],
])('%s', async (_name, a, aaaa, code) => {
  const rule = (_: string, type: number) => (type === A ? a : aaaa)
  await withServer(
    rule,
    resolver => expect(resolver.resolve('hook.example')).rejects.toMatchObject({ code }),
    a ? patient : brief,
  )
})

test.each<[boolean, string, Answer | null]>([
  [true, 'a server that answers for the root', { code: NXDOMAIN }],
  [false, 'one that fails', { code: SERVFAIL }],
  [false, 'one that is silent', null],
])('alive: %s, %s', async (alive, _name, answer) => {
  expect(
    await withServer(
      name => (name === '' ? answer : null),
      resolver => resolver.isAlive!(),
      answer ? patient : brief,
    ),
  ).toBe(alive)
})
