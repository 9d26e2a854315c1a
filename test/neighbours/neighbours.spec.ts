// Nobody stops the others: one school does the worst it can, while every request of another one succeeds, and in time.
// How much the other notices is measured by `npm run bench -- --only neighbours`.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { operationId, operations } from '@lms/api'
import { shuffled, startUp, type Up } from '@lms/testing'
import { exampleOf, gatewaySchool, type School } from '@lms/testing/contract-suite'
import { gatewayOf, newSchool } from '@lms/testing/gateway'
import { type Attacker, attackerAt, placeOf, type Shot } from './attacker.ts'
import { attacks } from './attacks.ts'
import { asksOn } from './beside.ts'
import { dearTexts } from './dear-texts.ts'
import { type ShotCase, worstShots } from './worst.ts'

const isLong = env.LMS_TEST_LONG === '1'
/** Requests of the worst that is made from the declarations, in all, however many operations there are. */
const budget = isLong ? 6000 : 600
/** How often each is shot; of more than the budget allows, a run tries those that its seed chooses. */
const times = 3
/** How many of them are under way at once, those to one operation beside each other. */
const workers = 48
/** Operations that the other school asks during each attack. */
const requestCount = 40

let up: Up
let loud: { school: School; by: Attacker }
let quiet: School
let worst: ShotCase[]
let receiver: Server
const arrived = new Set<string>()

beforeAll(async () => {
  up = await startUp({ processes: true })
  const gateways = gatewayOf(up)
  const [one, other] = [await newSchool(gateways, 'Loud'), await newSchool(gateways, 'Quiet')]
  loud = { school: await gatewaySchool(gateways, one), by: attackerAt(await placeOf(gateways, one)) }
  quiet = await gatewaySchool(gateways, other)
  worst = await worstShots(loud.by, entry => exampleOf(entry, loud.school))
  receiver = createServer(async (request, response) => {
    const text = await request.setEncoding('utf8').reduce((all, chunk) => all + chunk, '')
    if (request.url === '/quiet') arrived.add(JSON.parse(text).data.object.id)
    response.end()
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  await quiet.done('webhooks.create', { body: { url: `${receiverUrl()}/quiet`, events: ['user.created'] } })
}, 300_000)
afterAll(async () => {
  await loud?.by.close()
  receiver?.closeAllConnections()
  receiver?.close()
  await up?.stop()
})
// A program that dies says how, whatever else fails because of it.
afterEach(() => expect(up.died()).toBeNull())
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

interface Bounds {
  /** Shots under way at once. */
  workers: number
  /** Shots in all. */
  most: number
}

/** Keeps shots under way until it is over; rests after a refusal as a client would. Gives how many had which status. */
async function attack(
  shot: Shot,
  { workers, most }: Bounds,
  over: AbortSignal,
): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  let next = 0
  const runWorker = async () => {
    while (!over.aborted && next < most) {
      const status = await shot(next++, over)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (status === 0 || status >= 400) await pause(100)
    }
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  return answers
}

/** Nothing of what the one school does is noticed by the other, and nothing breaks. */
async function expectUnnoticed(shot: Shot, bounds: Bounds, { untilDone = false } = {}) {
  const over = new AbortController()
  let isDone = false
  const attacking = attack(shot, bounds, over.signal).finally(() => {
    isDone = true
  })
  const isOver = () => isDone || !untilDone
  const noticed = await asksOn(quiet, { least: requestCount, isOver, arrived: id => arrived.has(id) })
  over.abort()
  const answers = await attacking
  expect(noticed).toEqual({ failed: [], late: [] })
  expect(answers.get(500) ?? 0).toBe(0)
}

test.each(attacks)(
  '$name',
  async ({ workers, prepare }) => {
    const shot = await prepare(loud.by, `${receiverUrl()}/loud`)
    await expectUnnoticed(shot, { workers, most: budget + workers })
  },
  300_000,
)

test('texts that are dear to read', async () => {
  const shot = await dearTexts(loud.by, loud.school)
  await expectUnnoticed(shot, { workers: 16, most: budget }, { untilDone: isLong })
}, 300_000)

// Last, when the school is full of what the attacks have made.
test(
  'the worst of every operation',
  async () => {
    const without = operations.filter(
      entry => !worst.some(({ name }) => name.startsWith(`${operationId(entry)}: `)),
    )
    expect(without).toEqual([])
    const tried = shuffled(worst).slice(0, Math.floor(budget / times))
    const broken = new Set<string>()
    const shot: Shot = async (index, signal) => {
      const { name, shot } = tried[Math.floor(index / times) % tried.length]!
      const status = await shot(index, signal)
      if (status === 500) broken.add(name)
      return status
    }
    await expectUnnoticed(shot, { workers, most: budget }, { untilDone: true }).finally(() =>
      expect([...broken]).toEqual([]),
    )
  },
  isLong ? 900_000 : 300_000,
)
