// Another product beside ours: installed in a folder of its own, on a Postgres of its own with the same settings.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts, startPostgres } from '@lms/local'
import { request } from 'undici'
import type { Target } from '../load.ts'
import type { Job } from '../writes/requests.ts'

/** A running product, and the requests that are compared. */
export interface Peer {
  name: string
  targets: Record<Job, Target>
  stop(): Promise<void>
}

/** Objects that a peer has before it is measured. */
export const existing = 200
/** A start with migrations on a busy machine. */
const longestStart = 600_000

interface Program {
  /** The folder in which npm has installed it. */
  folder: string
  port: number
  databaseUrl: string
  env: Record<string, string>
}
export interface Running {
  origin: string
  pids: Record<string, number>
  stop(): Promise<void>
}
/** How a product is started. */
export interface Recipe {
  /** Its folder below that of all peers, and its command there. */
  name: string
  env(program: { port: number; databaseUrl: string }): Record<string, string>
  /** Files that it reads in its folder, by name. */
  files: Record<string, string>
  /** Commands that are run to their end before the start. */
  prepare: readonly (readonly string[])[]
  start: readonly string[]
  healthy: string
}

/** Starts the product on an empty database; throws with its last output where it does not start. */
export async function startPeer(peers: string, recipe: Recipe): Promise<Running> {
  const folder = join(peers, recipe.name)
  const [port] = await freePorts(1)
  const data = mkdtempSync(join(tmpdir(), 'lms-peer-'))
  const postgres = await startPostgres({ dataDir: data, durable: true })
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await postgres.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    for (const [name, text] of Object.entries(recipe.files)) writeFileSync(join(folder, name), text)
    const databaseUrl = postgres.url
    const program = { folder, port: port!, databaseUrl, env: recipe.env({ port: port!, databaseUrl }) }
    for (const args of recipe.prepare) {
      const child = run(program, args)
      const [code] = await once(child, 'close')
      if (code !== 0)
        throw new Error(`${recipe.name} ${args.join(' ')} ended with ${code}: ${child.printed()}`)
    }
    const child = run(program, recipe.start)
    children.push(child)
    const origin = `http://127.0.0.1:${port}`
    await answers(`${origin}${recipe.healthy}`, child)
    return { origin, pids: { [recipe.name]: child.pid!, postgres: postgres.pid }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The command of the product in this very Node: as ours, with NODE_ENV=production. */
function run({ folder, env }: Program, args: readonly string[]) {
  const child = spawn(process.execPath, ['--no-warnings', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => (output = (output + data).slice(-5000)))
  return Object.assign(child, { printed: () => output })
}

async function answers(url: string, child: ReturnType<typeof run>): Promise<void> {
  const until = performance.now() + longestStart
  for (;;) {
    const status = await request(url).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode
      },
      () => 0,
    )
    if (status >= 200 && status < 300) return
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${url} answers ${status}: ${child.printed()}`)
    await pause(200)
  }
}
