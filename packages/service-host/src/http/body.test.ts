import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Refused } from '@lms/contract'
import { parseBody, readBody } from './body.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify({ value: parseBody(request, await readBody(request)) }))
    } catch (error) {
      response.end(JSON.stringify({ reason: (error as Refused).refusal.reason }))
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

const send = async (...parts: (string | number[])[]) => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part as string)))
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).json()
}

test.each<[string, (string | number[])[], object]>([
  ['a text of any script', ['{"name":"Ж é 😀"}'], { value: { name: 'Ж é 😀' } }],
  ['a byte that UTF-8 never has', ['{"name":"', [0xff], '"}'], { reason: 'not_json' }],
  ['a letter of Latin-1', ['{"name":"caf', [0xe9], '"}'], { reason: 'not_json' }],
  ['half a letter', ['{"name":"', [0xd0], '"}'], { reason: 'not_json' }],
  ['an overlong form', ['{"name":"', [0xc0, 0xaf], '"}'], { reason: 'not_json' }],
  ['a surrogate', ['{"name":"', [0xed, 0xa0, 0x80], '"}'], { reason: 'not_json' }],
  ['a byte order mark', [[0xef, 0xbb, 0xbf], '{}'], { reason: 'not_json' }],
  ['a name that schemas pass over', ['{"filter":{"__proto__":"x"}}'], { reason: 'invalid_body' }],
  ['the same in other letters', [String.raw`{"_\u005fpr\u006fto__":"x"}`], { reason: 'invalid_body' }],
  ['it as a value', ['{"name":"__proto__"}'], { value: { name: '__proto__' } }],
])('a body with %s', async (_, parts, answer) => {
  expect(await send(...parts)).toEqual(answer)
})

test('a character in two pieces is one character', async () => {
  const text = Buffer.from('{"name":"Ж"}')
  const at = text.indexOf(0xd0) + 1
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(text.subarray(0, at))
      controller.enqueue(text.subarray(at))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  expect(await answer.json()).toEqual({ value: { name: 'Ж' } })
})
