// Calls that keep a service busy are paid for by their sender.
import { newSchool } from '@lms/testing/gateway'
import { type Front, path, startFront } from './http/test-front.ts'

let front: Front
let now = Date.now()
beforeAll(async () => {
  front = await startFront({ clock: { now: () => new Date(now) } })
})
afterAll(() => front.stop())

/** The service tells that a call has taken so long. */
const taking = (milliseconds: number, status = 400) => {
  front.service.act = (_, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2 }
    response.writeHead(status, { ...headers, 'x-lms-processor-ms': String(milliseconds) }).end('{}')
  }
}

test('a dear call takes a token for each millisecond from its key and its school, and from nobody else', async () => {
  front.reset()
  const other = await newSchool(front.gateway)
  const limits = { key_rate: 10, key_burst: 50, school_rate: 20, school_burst: 100 }
  await front.gateway.operator('PATCH', `/schools/${front.school.schoolId}`, { limits })
  taking(30)
  const first = await front.call('POST', { body: {} })
  expect(first.status).toBe(400)
  expect(first.headers).not.toHaveProperty('x-lms-processor-ms')
  taking(0)
  expect((await front.call('GET')).headers.ratelimit).toMatch(/^"key";r=18;t=\d+, "school";r=68;/)
  taking(40, 200)
  expect((await front.call('GET')).status).toBe(200)
  const refused = await front.call('GET')
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
  expect((await front.gateway.call('GET', path, other)).status).toBe(200)
  now += 3000
  expect((await front.call('GET')).status).toBe(200)
})

test('a client cannot charge anybody: its own header goes nowhere', async () => {
  front.reset()
  now += 60_000
  const headers = { 'x-lms-processor-ms': '100000' }
  expect((await front.call('GET', { headers })).status).toBe(200)
  expect((await front.call('GET')).status).toBe(200)
  expect(front.service.requests.every(({ headers }) => headers['x-lms-processor-ms'] === undefined)).toBe(
    true,
  )
})
