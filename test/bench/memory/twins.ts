// A second process of each service, on the same port and with the same environment as the first.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'

export interface Twins {
  pids: Record<string, number>
  stop(): Promise<void>
}

/** Starts a copy of each of these processes. */
export function startTwins(pids: Readonly<Record<string, number>>): Twins {
  const children = Object.entries(pids).map(([name, pid]) => [name, copyOf(pid)] as const)
  return {
    pids: Object.fromEntries(children.map(([name, child]) => [name, child.pid!])),
    stop: async () => {
      await Promise.all(children.map(([, child]) => end(child)))
    },
  }
}

function copyOf(pid: number): ChildProcess {
  const partsOf = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean)
  const env = Object.fromEntries(
    partsOf('environ').map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const [, ...args] = partsOf('cmdline')
  // It ends with its standard input, should this process die.
  return spawn(readlinkSync(`/proc/${pid}/exe`), args, {
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
