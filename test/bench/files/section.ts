// A file of 2 GiB up and down by signed links, through the gateway and the site service: the rate beside the floor, and
// the memory of both processes before, during and after.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createClient } from '@lms/api'
import { eventually, type Ready, scratchFolder, startUp } from '@lms/testing'
import { cpuOf } from '../cpu.ts'
import { printTable } from '../webhooks/table.ts'

const mebibyte = 2 ** 20
const size = 2048 * mebibyte
/** Parts of an upload at a time. */
const atOnce = 4
/** Milliseconds between two looks at the memory. */
const lookMs = 50

type Pids = Readonly<Record<string, number>>
interface Leg {
  /** MiB a second. */
  readonly rate: number
  /** CPU seconds of the servers. */
  readonly cpu: number
  /** Resident MiB of each server. */
  readonly memory: Readonly<Record<string, Memory>>
}
interface Memory {
  readonly before: number
  readonly most: number
  readonly after: number
}

export async function filesSection(rounds: number) {
  const up = await startUp({ processes: true })
  try {
    return report(await measure(up.ready, rounds))
  } finally {
    await up.stop()
  }
}

async function measure({ base_url, api_key, pids }: Ready, rounds: number) {
  const scratch = scratchFolder()
  const floor = fork('test/bench/files/floor.ts', [join(scratch.path, 'floor')])
  try {
    const [port] = await once(floor, 'message')
    const bare = { url: `http://127.0.0.1:${port}/`, headers: {}, size }
    const api = createClient({ baseUrl: base_url, apiKey: api_key })
    const ours = { gateway: pids.gateway!, site: pids.site! }
    const legs: Record<string, Leg[]> = { 'floor up': [], 'floor down': [], up: [], down: [] }
    for (let round = 0; round < rounds; round++) {
      legs['floor up']!.push(await watch({ floor: floor.pid! }, () => put(bare)))
      legs['floor down']!.push(await watch({ floor: floor.pid! }, () => get(bare.url)))
      const body = { name: 'film.bin', content_type: 'application/octet-stream', size }
      const { id, upload } = await api.files.start({ body })
      legs.up!.push(await watch(ours, () => putAll(upload.parts)))
      const path = { id }
      await api.files.complete({ path })
      await eventually('the check', async () => (await api.files.get({ path })).status === 'ready', 300_000)
      const { url } = await api.files.download({ path, body: {} })
      legs.down!.push(await watch(ours, () => get(url)))
      await api.files.delete({ path })
    }
    return legs
  } finally {
    floor.disconnect()
    scratch.remove()
  }
}

interface Part {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly size: number
}

/** Sends all parts, a few at a time. */
async function putAll(parts: readonly Part[]): Promise<void> {
  const waiting = [...parts]
  const sender = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await put(part)
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
}

const piece = randomBytes(mebibyte)
function* piecesOf(bytes: number) {
  for (let remaining = bytes; remaining > 0; remaining -= piece.length)
    yield piece.subarray(0, Math.min(remaining, piece.length))
}

async function put({ url, headers, size }: Part): Promise<void> {
  const sent = request(url, { method: 'PUT', headers: { ...headers, 'content-length': size } })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(piecesOf(size)), sent)
  const [answer] = await answered
  answer.resume()
  if (answer.statusCode !== 204) throw new Error(`A part was answered with ${answer.statusCode}.`)
}

async function get(url: string): Promise<void> {
  const [answer] = (await once(request(url).end(), 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const data of answer) bytes += data.length
  if (bytes !== size) throw new Error(`Of ${size} bytes ${bytes} came, with ${answer.statusCode}.`)
}

/** Rate, CPU and memory of servers while something runs. */
async function watch(pids: Pids, run: () => Promise<void>): Promise<Leg> {
  const looks: Record<string, number>[] = [residentOf(pids)]
  const looking = setInterval(() => looks.push(residentOf(pids)), lookMs)
  const cpu = cpuOf(Object.values(pids))
  const since = performance.now()
  await run()
  const seconds = (performance.now() - since) / 1000
  clearInterval(looking)
  looks.push(residentOf(pids))
  const memory = Object.fromEntries(
    Object.keys(pids).map(name => {
      const seen = looks.map(look => look[name]!)
      return [name, { before: seen[0]!, most: Math.max(...seen), after: seen.at(-1)! }]
    }),
  )
  return {
    rate: size / mebibyte / seconds,
    cpu: (cpuOf(Object.values(pids)) - cpu) / 1000,
    memory,
  }
}

/** Resident MiB by name. */
const residentOf = (pids: Pids) =>
  Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMib(pid)]))
function residentMib(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1024
}

function report(legs: Record<string, Leg[]>) {
  printTable(
    '2 GiB by signed links; up in parts of 16 MiB, each on the disk before it is acknowledged',
    ['', 'MiB/s', 'CPU s', 'MiB before', 'most', 'after'],
    Object.entries(legs).flatMap(([name, all]) =>
      all.flatMap(({ rate, cpu, memory }) =>
        Object.entries(memory).map(([process, { before, most, after }]) => [
          `${name}: ${process}`,
          rate,
          cpu,
          before,
          most,
          after,
        ]),
      ),
    ),
  )
  return legs
}
