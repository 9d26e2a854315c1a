// A Node process as a part of the system. Its output goes to its log; the pipe of its standard input ties it to this
// process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { lastLines, openLog } from './logs.ts'
import type { Part, Running } from './supervisor.ts'

export interface ChildSpec {
  name: string
  main: URL
  env: Record<string, string>
  log: string
  /** Answers 2xx when the part is ready. */
  readyUrl: string
  /** Milliseconds until the first answer; default: three minutes. */
  deadlineMs?: number
  /** Milliseconds without an answer of any kind after which it stands still; default: ten seconds. */
  patienceMs?: number
}

/** Ten services start at once: a machine with two slow processors and other work took 75 s. */
const usualDeadlineMs = 180_000
const usualPatienceMs = 10_000
/** A service lets open requests finish for ten seconds. A little later the process is killed. */
const farewellMs = 16_000

/** V8 would let the young objects of a busy process take 128 MB, and keep it. Twice 8 MB cost no more time. */
export const nodeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/**
 * A process in a group of its own, so that Ctrl-C reaches only this process, which ends things in order. It loads its code
 * until `needs` resolves, and begins then; from then on it has its time to answer.
 */
export function childPart(spec: ChildSpec, needs: Promise<unknown> = Promise.resolve()): Part {
  let child: ChildProcess | null = null
  return {
    name: spec.name,
    start: async (spawned, ending) => {
      ending.throwIfAborted()
      const started = launch(spec)
      child = started
      const exited = exitOf(started)
      if (started.pid !== undefined) spawned(started.pid)
      const stop = () => end(started, exited)
      try {
        await Promise.race([needs, exited])
        started.stdin?.write('\n')
        await firstAnswer(spec, exited, ending)
      } catch (error) {
        await stop()
        throw error
      }
      return {
        pid: started.pid!,
        exited,
        stop,
        lastOutput: () => lastOutput(spec.log),
        standsStill: () => standsStill(spec),
      } satisfies Running
    },
    kill: () => void child?.kill('SIGKILL'),
  }
}

function launch({ main, env, log }: ChildSpec): ChildProcess {
  const output = openLog(log)
  try {
    const child = spawn(process.execPath, [...nodeOptions, fileURLToPath(main)], {
      // If this process dies, however it happens, the system closes this pipe, and the child ends in good order.
      env: {
        ...inherited(),
        ...env,
        NODE_ENV: 'production',
        LMS_START_ON_INPUT: '1',
        LMS_STOP_ON_STDIN_END: '1',
      },
      stdio: ['pipe', output.fd, output.fd],
      detached: true,
    })
    child.stdin?.on('error', () => {})
    return child
  } finally {
    output.close()
  }
}

/** Our environment without the variables that only the owner of the installation may have. */
export const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_URL|LMS_OPERATOR_(TOKEN|URL)|npm_)/.test(name),
    ),
  )

async function exitOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal ? `ended by ${signal}` : `ended with code ${code}`
  } catch (error) {
    return `could not be started: ${(error as Error).message}`
  }
}

async function firstAnswer(spec: ChildSpec, exited: Promise<string>, ending: AbortSignal) {
  const { log, readyUrl, deadlineMs = usualDeadlineMs } = spec
  let ended: string | null = null
  void exited.then(how => {
    ended = how
  })
  for (const until = performance.now() + deadlineMs; ; await pause(40)) {
    ending.throwIfAborted()
    if (ended) throw new Error(`${ended} before it answered\n${await lastOutput(log)}`)
    const obstacle = await obstacleAt(readyUrl)
    if (obstacle === null) return
    if (performance.now() > until)
      throw new Error(`was not ready within ${deadlineMs / 1000} s: ${obstacle}\n${await lastOutput(log)}`)
  }
}

/** What keeps a part from being ready, in words; null if it is. */
async function obstacleAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) })
    const body = await response.text()
    return response.ok ? null : `${response.status} ${body.slice(0, 200)}`
  } catch (error) {
    const { message, cause } = error as Error
    return (cause as Error | undefined)?.message || message
  }
}

/** Whether nothing comes within the patience. A connection that is refused or reset is an answer. */
async function standsStill({ readyUrl, patienceMs = usualPatienceMs }: ChildSpec): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', readyUrl), { signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return false
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
  }
}

const lastOutput = async (log: string) =>
  `${(await lastLines(log, 12)).replace(/^/gm, '    ')}\n    (its log: ${log})`

async function end(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.stdin?.end()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), farewellMs)
  await exited
  clearTimeout(timer)
}
