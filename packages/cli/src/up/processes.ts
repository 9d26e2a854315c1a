// Processes, identified by pid and start time: the system reuses pids.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ProcessRecord {
  pid: number
  /** The start time in the system's own format, only for comparison. */
  started: string
}

/** The start time of the process, or null if there is none (a zombie does not count). */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return startOnLinux(pid)
  try {
    const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
    const [, state, started] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout) ?? []
    return started && !state!.startsWith('Z') ? started : null
  } catch {
    return null
  }
}

async function startOnLinux(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
    // Field 22: clock ticks from the machine's start to the process's.
    return `${boot} ${fields[19]}`
  } catch {
    return null
  }
}

/** The record of a running process. */
export async function recordOf(pid: number): Promise<ProcessRecord | null> {
  const started = await startOf(pid)
  return started === null ? null : { pid, started }
}

/** Whether exactly the process of the record is still running. */
export const isAlive = async ({ pid, started }: ProcessRecord): Promise<boolean> =>
  (await startOf(pid)) === started

/**
 * Ends exactly the process of the record, if it is still running: SIGINT (on which services, Postgres and NATS end in
 * good order), after `patienceMs` SIGKILL. Returns whether there was a process to end.
 */
export async function endProcess(record: ProcessRecord, patienceMs: number): Promise<boolean> {
  if (!(await isAlive(record))) return false
  send(record.pid, 'SIGINT')
  if (await endsWithin(record, patienceMs)) return true
  send(record.pid, 'SIGKILL')
  if (await endsWithin(record, 5000)) return true
  throw new Error(`Process ${record.pid} of an earlier run does not end. Kill it and start again.`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function endsWithin(record: ProcessRecord, ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await pause(25))
    if (!(await isAlive(record))) return true
  return !(await isAlive(record))
}
