// Nobody is slowed by one small call: what is dear to read is refused before it costs much, for every declaration. What a
// thread takes over is tested where it is called; what a handler still spends is charged to its sender.

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { operations } from '@lms/api'
import { bodyBounds, errorBody, type Operation, Refused } from '@lms/contract'
import { bodyOf, Cursors, fieldsOf, Meter, processorHeader, readListQuery } from '@lms/service-host'
import { dearestBodies, dearestQueries } from './dearest.ts'

/** Milliseconds of processor time that a call may take, on a machine as fast as the reference. */
const most = 10
/** Milliseconds of the reference: what a megabyte of common JSON takes to be read and written. */
const referenceMs = 8

const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system

async function millisecondsOf(work: () => unknown): Promise<number> {
  const before = spent()
  await work()
  return (spent() - before) / 1000
}

/** The least of a few tries: collections of memory and compilers are nobody's cost. */
async function leastOf(work: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 5 && least > enough; tries++)
    least = Math.min(least, await millisecondsOf(work))
  return least
}

const people = Array.from({ length: 6000 }, (_, at) => ({
  id: `usr_${at}`,
  email: `ann-${at}@school.example`,
  first_name: 'Ann',
  tags: ['one', 'two'],
  created_at: '2026-01-01T00:00:00.000+00:00',
}))
const reference = JSON.stringify(people)

/** How much slower this machine is at the moment. */
async function slowness(): Promise<number> {
  const ms = await leastOf(() => JSON.stringify(JSON.parse(reference)), 0)
  return Math.max(1, ms / referenceMs)
}

/** Reads a body as a service does, and writes the refusal. */
async function readBody(operation: Operation, body: Buffer, meter = new Meter()) {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const request = Object.assign(Readable.from([body]), {
    headers,
    complete: true,
  }) as unknown as IncomingMessage
  try {
    await bodyOf(operation, request, { bounds: bodyBounds(operation.body!), meter })
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const text = JSON.stringify(errorBody(error, '0'.repeat(32)))
    if (Buffer.byteLength(text) > 16 * 1024) throw new Error(`a refusal of ${text.length} characters`)
    return text
  }
}

const cursors = new Cursors(Buffer.alloc(32, 1))
function ask(operation: Operation, query: string) {
  const context = { item: operation.returns, cursors, school: 'sch_1', route: operation.route }
  fieldsOf(readListQuery(query, { spec: operation.list!, ...context }).fields)
}

const tooDear: string[] = []
beforeEach(() => {
  tooDear.length = 0
})

/** Compared with the reference in the same moment: what another process takes of caches and memory is nobody's cost. */
async function hold(name: string, work: () => unknown) {
  let [ms, bound] = [await leastOf(work, most), most]
  for (let again = 0; ms > bound && again < 3; again++) {
    bound = most * (await slowness())
    ms = Math.min(ms, await leastOf(work, bound))
  }
  if (ms > bound) tooDear.push(`${name}: ${ms.toFixed(1)} ms of ${bound.toFixed(1)}`)
}

/** Members of a body from which a legal one may take longer: ten thousand people at once. Its sender pays. */
const many = 7000
async function expectCharged(operation: Operation, body: Buffer) {
  const tries: { ms: number; charged: number }[] = []
  // Around the bound either is right: part of the time is not the body's. A busy machine takes longer for both.
  const slow = await slowness()
  const right = ({ ms, charged }: { ms: number; charged: number }) =>
    (ms <= most * 2 * slow || charged > ms / 3) && ms < most * 10 * slow
  for (let at = 0; at < 5 && !tries.some(right); at++) {
    const meter = new Meter()
    const ms = await millisecondsOf(() => readBody(operation, body, meter))
    tries.push({ ms, charged: Number(meter.headers[processorHeader] ?? 0) })
  }
  expect(tries.some(right) ? [] : [operation.route, slow, ...tries]).toEqual([])
}

const changes = operations.map(({ operation }) => operation).filter(({ body }) => body !== null)
test('no body of any operation takes ten milliseconds of a process to be read or refused', async () => {
  expect(changes.length).toBeGreaterThan(50)
  for (const operation of changes) {
    const { members } = bodyBounds(operation.body!)
    for (const [name, text] of dearestBodies(operation.body!)) {
      const body = Buffer.from(text)
      const read = () => readBody(operation, body)
      if (members < many) await hold(`${operation.route} ${name}`, read)
      else if ((await leastOf(read, most)) > most) await expectCharged(operation, body)
    }
  }
  expect(tooDear).toEqual([])
}, 300_000)

const lists = operations.map(({ operation }) => operation).filter(({ list }) => list)
test('no query of any list takes ten milliseconds of a process to be read', async () => {
  expect(lists.length).toBeGreaterThan(20)
  for (const operation of lists)
    for (const [name, query] of dearestQueries(operation))
      await hold(`${operation.route} ${name}`, () => ask(operation, query))
  expect(tooDear).toEqual([])
}, 300_000)
