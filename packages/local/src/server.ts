import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from './programs.ts'

/** How a process ended: by its own exit code, or by a signal. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

/** Signals to send one after the other, and how long to wait for the end after each (milliseconds). */
export type Farewell = { signal: NodeJS.Signals; waitMs: number }[]

export type Server = {
  pid: number
  /** Resolves when the process has ended; never rejects. */
  exited: Promise<Exit>
  ended(): boolean
  kill(signal: NodeJS.Signals): void
  /** Sends the signals until the process ends. Calling it again waits for the same end. */
  stop(farewell: Farewell): Promise<void>
  /** The last lines of its output, complete after its end. */
  lastLines(): Promise<string>
}

type LaunchOptions = {
  log: (line: string) => void
  env?: NodeJS.ProcessEnv
  as?: Identity | undefined
  /** The signal that is sent if this process ends without stopping the server. */
  orphanSignal: NodeJS.Signals
}

/**
 * Starts a server in a process group of its own, so that Ctrl-C on the terminal reaches only this process, which ends
 * things in order. Throws if the program cannot be started.
 */
export async function launch(program: string, args: string[], options: LaunchOptions): Promise<Server> {
  const { env = process.env, as, log, orphanSignal } = options
  const child = spawn(program, args, {
    ...as,
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.on('error', () => {})
  let exit: Exit | undefined
  const exited = new Promise<Exit>(resolve => {
    child.once('exit', (code, signal) => {
      exit = { code, signal }
      leftAtExit.delete(child)
      resolve(exit)
    })
  })
  const lines = collectLines(child, log)
  const closed = once(child, 'close')
  closed.catch(() => {})
  await once(child, 'spawn')
  if (!exit) leftAtExit.set(child, orphanSignal)
  let stopping: Promise<void> | undefined
  return {
    pid: child.pid!,
    exited,
    ended: () => exit !== undefined,
    kill: signal => void child.kill(signal),
    stop: farewell => {
      stopping ??= sayFarewell(
        farewell,
        signal => child.kill(signal),
        ms => settled(exited, ms),
      )
      return stopping
    },
    lastLines: async () => {
      if (exit) await settled(closed, 500)
      return lines.join('\n')
    },
  }
}

/** Sends the signals in turn until `gone` reports the end of the process. */
export async function sayFarewell(
  farewell: Farewell,
  send: (signal: NodeJS.Signals) => void,
  isGone: (waitMs: number) => Promise<boolean>,
): Promise<void> {
  for (const { signal, waitMs } of farewell) {
    if (await isGone(0)) return
    send(signal)
    if (await isGone(waitMs)) return
  }
}

/** Whether `promise` settles within `ms` milliseconds. */
export async function settled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const done = () => true
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([promise.then(done, done), late])
  timer.abort()
  return result
}

const leftAtExit = new Map<ChildProcess, NodeJS.Signals>()
process.once('exit', () => {
  for (const [child, signal] of leftAtExit) child.kill(signal)
})

function collectLines(child: ChildProcess, log: (line: string) => void): string[] {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    createInterface({ input: stream }).on('line', line => {
      lines.push(line)
      if (lines.length > 60) lines.shift()
      log(line)
    })
  }
  return lines
}
