import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Refused } from '@lms/contract'
import { parseBody, readBody } from './body.ts'
import { refuseBeyond } from './body-size.ts'

const bounds = { keys: 4, fields: 4, members: 6, levels: 3, text: 30 }
let server: Server
let url: string
beforeAll(async () => {
  server = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify({ value: parseBody(request, await readBody(request), bounds) }))
    } catch (error) {
      const { refusal, message } = error as Refused
      response.end(JSON.stringify({ reason: refusal.reason, message }))
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
  expect(await send(...parts)).toMatchObject(answer)
})

const tooMany = {
  reason: 'invalid_body',
  message: expect.stringContaining('more than 6 fields and elements of lists in all'),
}
const tooManyKeys = { reason: 'invalid_body', message: expect.stringContaining('more than 4 fields in all') }
const tooDeep = { reason: 'invalid_body', message: expect.stringContaining('more than 3 levels') }

test.each<[string, string, object]>([
  ['as many fields as are taken', '{"a":1,"b":2,"c":3,"d":4}', { value: { d: 4 } }],
  ['more fields', '{"a":1,"b":2,"c":3,"d":4,"e":5}', tooManyKeys],
  ['more fields in several objects', '{"a":{"b":1,"c":2},"d":{"e":3}}', tooManyKeys],
  ['as many elements as are taken', '[1,2,3,4,5,6]', { value: [1, 2, 3, 4, 5, 6] }],
  ['more elements', '[1,2,3,4,5,6,7]', tooMany],
  ['more of both', '{"a":[1,2,3],"b":[4,5]}', tooMany],
  ['more empty lists', '[[],[],[],[]]', tooMany],
  [
    'marks inside of texts',
    String.raw`{"a":"[,,\",,,{{{[[","b":",,,,,,\\\\"}`,
    { value: { a: '[,,",,,{{{[[' } },
  ],
  ['a text of as many characters', `["${'x'.repeat(30)}"]`, { value: ['x'.repeat(30)] }],
  [
    'a longer text',
    `["${'x'.repeat(31)}"]`,
    { reason: 'invalid_body', message: expect.stringContaining('30 characters') },
  ],
  ['as many levels as are taken', '[[[1]]]', { value: [[[1]]] }],
  ['more levels', '[[[[]]]]', tooDeep],
  ['a megabyte of levels', '['.repeat(1_000_000), tooDeep],
  ['a text without an end', `{"a":"${',"'.repeat(3)}`, { reason: 'not_json' }],
])('a body with %s', async (_, body, answer) => {
  expect(await send(body)).toMatchObject(answer)
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

test.each([
  ['{"a":1,"b":2}', false],
  ['{"a":1,"b":2,"c":3}', true],
  ['{"a":{"a":1,"b":2},"b":{"a":1,"b":2}}', false],
  ['[{"a":1,"b":2},{"a":{},"b":2}]', false],
  ['{"a":{"a":1,"b":2,"c":3}}', true],
  ['{"a":{"a":1},"b":2,"c":3}', true],
])('of objects with at most two fields %s has one of more: %s', (raw, refused) => {
  const each = () => refuseBeyond(raw, { ...bounds, keys: 9, members: 9, fields: 2 })
  if (refused) expect(each).toThrow('an object of more than 2 fields')
  else expect(each).not.toThrow()
})
