// Processes by pid and moment of start. A pid alone says nothing: it is given again to another program.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ProcessRecord {
  pid: number
  /** When it started, in the system's own words; only to be compared. */
  started: string
}

/** When the process started, or null where there is none (one that has ended and is not yet buried is none). */
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
    // The second field is the program's name in brackets, which may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
    // Field 22: clock ticks from the machine's start to the process's.
    return `${boot} ${fields[19]}`
  } catch {
    return null
  }
}

/** The record of a process that runs now. */
export async function recordOf(pid: number): Promise<ProcessRecord | null> {
  const started = await startOf(pid)
  return started === null ? null : { pid, started }
}

/** Whether the very process of the record still runs. */
export const isAlive = async ({ pid, started }: ProcessRecord): Promise<boolean> =>
  (await startOf(pid)) === started

/**
 * Ends the very process of the record, if it still runs: SIGINT (which services, Postgres and NATS all take as the
 * order to end in good order), after `patienceMs` SIGKILL. Gives whether there was something to end.
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
