// The room of a webinar with thousands of listeners: from the commit of a message to the last socket, what a listener
// costs, beside a bare loop that writes the same bytes, what another school has of it, and how all come back after the
// gateway was killed with -9. The heartbeats of viewers are a section of their own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@lms/api'
import { startUp, type Up } from '@lms/testing'
import { Pool } from 'undici'
import { cpuOf } from '../cpu.ts'
import { liftLimits } from '../running.ts'
import { printTable } from '../webhooks/table.ts'
import { beatsSection } from './beats.ts'
import type { ListenersOrder, ListenersState, ListenersTask } from './listeners.ts'

const entries = 100
const everyMs = 200
const messagesOfRound = 50
const neighbourEveryMs = 50
const returnWithinMs = 120_000

interface Options {
  listeners: number
  rounds: number
  seconds: number
  section?: string | undefined
}

export async function roomsSection({ listeners, section, ...pace }: Options) {
  const all = ['beats', 'listeners']
  if (section && !all.includes(section))
    throw new Error(`There is no section rooms/${section}; there are ${all.join(', ')}.`)
  return {
    ...(section === 'listeners' ? {} : { beats: await beatsSection(pace) }),
    ...(section === 'beats' ? {} : { listeners: await listenersSection(listeners) }),
  }
}

async function listenersSection(listeners: number) {
  const up = await startUp({ processes: true, env: { LMS_TRUSTED_PROXIES: '127.0.0.1' } })
  const child = fork('test/bench/rooms/listeners.ts')
  try {
    await liftLimits(up.ready, up.installation)
    const { session, paths } = await liveRoom(up)
    const { host, port } = new URL(up.ready.base_url)
    child.send({ host, port: Number(port), paths } satisfies ListenersTask)
    const before = residentOf(up.ready.pids.gateway!)
    await ask(child, { open: listeners })
    const kilobytes = (residentOf(up.ready.pids.gateway!) - before) / listeners
    const neighbour = await newNeighbour(up)
    const alone = await neighbour.p99()
    const [messages, beside] = await Promise.all([messagesRound(up, session, child), neighbour.p99()])
    const bare = await bareRound(listeners)
    const comeBack = await killedRound(up, session, child, listeners)
    const ratios = {
      cpuRatio: messages.cpuShare / bare.cpuShare,
      neighbourAlone: alone,
      neighbourBeside: beside,
    }
    const result = { listeners, kilobytes, ...messages, bareShare: bare.cpuShare, ...ratios, ...comeBack }
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

/** The same bytes at the same pace, by a process that does nothing else: its share of a core. */
async function bareRound(listeners: number) {
  const server = fork('test/bench/rooms/bare-listeners.ts')
  const child = fork('test/bench/rooms/listeners.ts')
  try {
    const [port] = await once(server, 'message')
    child.send({ host: 'bare', port, paths: ['/'] } satisfies ListenersTask)
    await ask(child, { open: listeners })
    const [cpu, began] = [cpuOf([server.pid!]), Date.now()]
    for (let count = 1; count <= messagesOfRound; count++) {
      server.send(count)
      await wait(Math.max(0, began + count * everyMs - Date.now()))
    }
    const cpuShare = (cpuOf([server.pid!]) - cpu) / (Date.now() - began)
    await until(child, ({ last }) => last >= messagesOfRound)
    return { cpuShare }
  } finally {
    child.disconnect()
    server.disconnect()
  }
}

/** Another school, whose administrator reads for as long as a round takes. */
async function newNeighbour({ ready, installation }: Up) {
  const operate = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${installation.operatorToken}`,
      'content-type': 'application/json',
    }
    const url = `${ready.operator_url}/operator/v1${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: string; api_key: string }
  }
  const { id } = await operate('/schools', { name: 'Neighbour', domains: ['neighbour.localhost'] })
  const key = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
  const { api_key } = await operate(`/schools/${id}/keys`, key)
  const headers = { host: 'neighbour.localhost', authorization: `Bearer ${api_key}` }
  const { port } = new URL(ready.base_url)
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 })
  return {
    /** The 99th of 100 answers, in milliseconds, at twenty requests a second. */
    p99: async () => {
      const times: number[] = []
      for (let count = 0; count < (messagesOfRound * everyMs) / neighbourEveryMs; count++) {
        const began = performance.now()
        const answer = await pool.request({ method: 'GET', path: '/api/v1/users', headers })
        await answer.body.dump()
        if (answer.statusCode !== 200)
          throw new Error(`The neighbour was answered with ${answer.statusCode}.`)
        times.push(performance.now() - began)
        await wait(Math.max(0, neighbourEveryMs - (performance.now() - began)))
      }
      return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!
    },
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
  for (let messageCount = 0; messageCount < 5; ) {
    await wait(500)
    const isSaid = await say(up, session_id).then(
      () => true,
      () => false,
    )
    if (isSaid && messageCount++ === 0) answers = Date.now() - killed
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
