// The whole product: `lms up` as a process, in a folder and on ports of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { freePorts } from '@lms/local'
import type { Installation } from '@lms/service-host'
import { copyFolder, onceInRun } from './prepared-database.ts'
import { type Scratch, scratchFolder } from './servers.ts'

/** The content of `ready.json`. */
export interface Ready {
  base_url: string
  site_url: string
  operator_url: string
  mails_url: string | null
  school_id: string
  api_key: string
  /** Whether the demo school is full. A version before it was filled while it is used does not say. */
  filled?: boolean
  pids: Record<string, number>
}

export interface Up {
  ready: Ready
  folder: string
  installation: Installation
  process: ChildProcess
  /** Its output so far. */
  output(): string
  /** `ready.json` as it is now; pids change when a service is restarted. */
  now(): Ready
  /**
   * Null while the same processes are running as when it was ready; else its output since, and the cause of its end.
   */
  died(): string | null
  /** Ends it like Ctrl-C; also removes the folder, unless the caller gave it. */
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const longestStart = 240_000

/**
 * A folder on which `lms up` has run before: migrated, with a full demo school. A test run fills one and copies it,
 * because the first start takes several times as long as a later one. Outside a run it is empty.
 */
export async function filledFolder(): Promise<Scratch> {
  const scratch = scratchFolder()
  const run = process.env.LMS_TEST_RUN_FOLDER
  if (!run) return scratch
  const template = join(run, 'up')
  await onceInRun(template, async folder => (await startUp({ folder })).stop())
  // Postgres may have another folder, because its user cannot enter this one.
  if (!lstatSync(join(template, 'postgres')).isSymbolicLink())
    await copyFolder(`${template}/.`, `${scratch.path}/`)
  return scratch
}

/** Starts `lms up` directly, or by `npm start`, by default on a filled folder; resolves when its demo school is full. */
export async function startUp({
  folder,
  processes = false,
  env = {},
  byNpm = false,
}: {
  folder?: string
  /** Each service as a process of its own. */
  processes?: boolean
  /** Further variables of its environment. */
  env?: Record<string, string>
  byNpm?: boolean
} = {}): Promise<Up> {
  const own = folder ? null : await filledFolder()
  const path = folder ?? own!.path
  const [port, operatorPort] = await freePorts(2)
  const file = join(path, 'ready.json')
  // A killed run leaves its file behind.
  rmSync(file, { force: true })
  const options = ['--data', path, '--port', `${port}`, '--operator-port', `${operatorPort}`]
  if (processes) options.push('--processes')
  const [program, ...programArgs] = byNpm
    ? ['npm', 'start', '--', ...options]
    : [process.execPath, join(root, 'packages/cli/lms.mjs'), 'up', ...options]
  const child = spawn(program!, programArgs, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT')
      await ended
    }
    own?.remove()
  }
  const now = (): Ready => JSON.parse(readFileSync(file, 'utf8'))
  try {
    const isReady = () => existsSync(file) && now().filled !== false
    for (const started = performance.now(); !isReady(); await pause(50)) {
      if (child.exitCode !== null) throw new Error(`lms up ended with ${child.exitCode}:\n${output}`)
      if (performance.now() - started > longestStart) throw new Error(`lms up is not ready:\n${output}`)
    }
    const installation = JSON.parse(readFileSync(join(path, 'installation.json'), 'utf8'))
    const ready = now()
    const { length } = output
    const died = () => {
      const { exitCode, signalCode } = child
      const runs = exitCode === null && signalCode === null && existsSync(file)
      if (runs && isDeepStrictEqual(now().pids, ready.pids)) return null
      return `${output.slice(length)}\nlms up ${runs ? 'runs' : `ended: ${exitCode ?? signalCode}`}`
    }
    return { ready, folder: path, installation, process: child, output: () => output, now, died, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
