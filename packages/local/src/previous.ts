import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './programs.ts'
import { type Farewell, sayFarewell } from './server.ts'

type Previous = {
  /** `Postgres` or `NATS`, for messages. */
  name: string
  /** The file with the server's pid. */
  pidFile: string
  /** The file in which `recordOwner` wrote the starting process. */
  ownerFile: string
  /** An argument that only the server of exactly this folder has on its command line. */
  mark: string
  farewell: Farewell
  log: (line: string) => void
}

/**
 * Makes way for a new server where an earlier one ran.
 * - Its pid file names a process that is gone or is another program: the file is removed.
 * - It runs, but the process that started it does not (it was killed with -9): it is stopped.
 * - It runs and so does the process that started it: throws, for two must not share one folder.
 */
export async function clearPrevious(previous: Previous): Promise<void> {
  const { name, pidFile, mark, log } = previous
  const pid = await readNumber(pidFile)
  if (pid === undefined) return
  const match = await findProcess(pid)
  if (!match || !` ${match.command} `.includes(` ${mark} `)) {
    if (match) log(`${name}: the process ${pid} of ${pidFile} is another program; removing that file`)
    await rm(pidFile, { force: true })
    return
  }
  if (match.parent === (await readNumber(previous.ownerFile))) {
    const starter = match.parent === process.pid ? 'this process' : `the process ${match.parent}`
    throw new Error(
      `${name} is already running here (pid ${pid}, on ${mark}): ${starter} started it and is still running. ` +
        'Stop that first, or choose another folder.',
    )
  }
  log(`${name}: an earlier run left its server running (pid ${pid}); stopping it`)
  const send = (signal: NodeJS.Signals) => signalTo(pid, signal)
  await sayFarewell(previous.farewell, send, ms => isGone(pid, ms))
  if (!(await isGone(pid, 0)))
    throw new Error(`${name}: an earlier server (pid ${pid}) does not end; kill it`)
}

/** Records that this process starts (and will stop) the server. */
export async function recordOwner(ownerFile: string): Promise<void> {
  await writeFile(ownerFile, `${process.pid}\n`)
}

async function readNumber(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const number = Math.abs(Number.parseInt(text, 10))
  return number > 0 ? number : undefined
}

/** The command line and parent of a process; undefined if there is none, or only a zombie. */
export async function findProcess(pid: number): Promise<{ command: string; parent: number } | undefined> {
  if (process.platform !== 'linux') {
    const listed = await run('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)])
    const match = /^\s*(\d+)\s+(.*)$/.exec(listed.output)
    return listed.ok && match ? { parent: Number(match[1]), command: match[2]! } : undefined
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may itself contain spaces and brackets.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    return { command, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function isGone(pid: number, waitMs: number): Promise<boolean> {
  for (const until = Date.now() + waitMs; ; await sleep(20)) {
    if (!(await findProcess(pid))) return true
    if (Date.now() >= until) return false
  }
}
