// The room of a webinar with thousands of listeners: from the commit of a message to the last socket, what a listener
// costs, and how all come back after the gateway was killed with -9.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@lms/api'
import { startUp, type Up } from '@lms/testing'
import { cpuOf } from '../cpu.ts'
import { liftLimits } from '../running.ts'
import { printTable } from '../webhooks/table.ts'
import type { ListenersOrder, ListenersState, ListenersTask } from './listeners.ts'

const entries = 100
const everyMs = 200
const messagesOfRound = 50
const returnWithinMs = 120_000

export async function roomsSection(listeners: number) {
  const up = await startUp({ env: { LMS_TRUSTED_PROXIES: '127.0.0.1' } })
  const child = fork('test/bench/rooms/listeners.ts')
  try {
    await liftLimits(up.ready, up.installation)
    const { session, paths } = await liveRoom(up)
    const { host, port } = new URL(up.ready.base_url)
    child.send({ host, port: Number(port), paths } satisfies ListenersTask)
    const before = residentOf(up.ready.pids.gateway!)
    await ask(child, { open: listeners })
    const kilobytes = (residentOf(up.ready.pids.gateway!) - before) / listeners
    const messages = await messagesRound(up, session, child)
    const comeBack = await killedRound(up, session, child, listeners)
    const result = { listeners, kilobytes, ...messages, ...comeBack }
    printTable(
      'a room with listeners',
      ['', ...Object.keys(result)],
      [['a school', ...Object.values(result)]],
    )
    return result
  } finally {
    child.disconnect()
    await up.stop()
  }
}

const clientOf = ({ ready }: Up) => createClient({ baseUrl: ready.base_url, apiKey: ready.api_key })

async function liveRoom(up: Up): Promise<{ session: `wbs_${string}`; paths: string[] }> {
  const api = clientOf(up)
  const { id: webinar_id } = await api.webinars.create({ body: { title: 'Colour' } })
  const body = { webinar_id, starts_at: '2030-01-15T18:00:00.000+01:00' }
  const { id: session_id } = await api.webinarSessions.create({ body })
  const paths: string[] = []
  for (let index = 0; index < entries; index++) {
    const email = `listener${index}@school.example`
    const { entry_path } = await api.webinarRegistrations.create({ body: { session_id, email } })
    paths.push(entry_path!.replace('/rooms/', '/room-streams/'))
  }
  await api.webinarSessions.start({ path: { id: session_id } })
  return { session: session_id, paths }
}

/** Milliseconds from the answer to a message until the last listener has it, and the CPU of the gateway meanwhile. */
async function messagesRound(up: Up, session_id: `wbs_${string}`, child: ChildProcess) {
  const { last: first } = await until(child, ({ last }) => last > 0)
  const committed: number[] = []
  const [cpu, began] = [cpuOf([up.ready.pids.gateway!]), Date.now()]
  for (let count = 0; count < messagesOfRound; count++) {
    await say(up, session_id)
    committed.push(Date.now())
    await wait(Math.max(0, began + (count + 1) * everyMs - Date.now()))
  }
  const cpuShare = (cpuOf([up.ready.pids.gateway!]) - cpu) / (Date.now() - began)
  const { lastAt } = await until(child, ({ last }) => last >= first + messagesOfRound)
  const delays = committed
    .map((at, index) => lastAt[first + index + 1]! - at)
    .toSorted((one, other) => one - other)
  const [p50, worst] = [delays[Math.floor(delays.length / 2)]!, delays.at(-1)!]
  return { commitToLastP50: p50, commitToLastWorst: worst, cpuShare }
}

/** Kills the gateway, and says how long it takes until everybody is back, and has everything. */
async function killedRound(up: Up, session_id: `wbs_${string}`, child: ChildProcess, listeners: number) {
  const killed = Date.now()
  process.kill(up.ready.pids.gateway!, 'SIGKILL')
  let answers = 0
  for (let said = 0; said < 5; ) {
    await wait(500)
    const isSaid = await say(up, session_id).then(
      () => true,
      () => false,
    )
    if (isSaid && said++ === 0) answers = Date.now() - killed
  }
  await until(child, ({ listening }) => listening === listeners)
  const back = Date.now() - killed
  const expected = (await state(child)).last
  await say(up, session_id)
  const { gaps, resets } = await until(child, ({ last }) => last > expected)
  return { answersAfterMs: answers, allBackAfterMs: back, gaps, resets }
}

const say = (up: Up, session_id: `wbs_${string}`) =>
  clientOf(up).webinarMessages.create({ body: { session_id, text: 'Warm colours come forward.' } })

async function ask(child: ChildProcess, order: ListenersOrder): Promise<unknown> {
  child.send(order)
  return (await once(child, 'message'))[0]
}
const state = async (child: ChildProcess) => (await ask(child, { state: true })) as ListenersState

async function until(
  child: ChildProcess,
  holds: (state: ListenersState) => boolean,
): Promise<ListenersState> {
  const deadline = Date.now() + returnWithinMs
  for (;;) {
    const present = await state(child)
    if (holds(present)) return present
    if (Date.now() > deadline)
      throw new Error(`The room is not there: ${JSON.stringify({ ...present, lastAt: {} })}`)
    await wait(100)
  }
}

/** Kilobytes of memory of a process. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
