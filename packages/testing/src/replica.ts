// A service as a process of its own, which tests kill, pause and resume.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentOf, type HostConfig } from '@lms/service-host'
import { eventually } from './eventually.ts'

export interface Replica {
  address: string
  pid: number
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>
  /** Stops it, with its connections open, until `wake`. */
  pause(): void
  wake(): void
}

/** Starts the `main.ts` of a service as its own process and waits until it is ready. */
export async function startReplica(
  main: URL,
  config: HostConfig,
  settings: Record<string, string> = {},
): Promise<Replica> {
  const child = fork(fileURLToPath(main), {
    env: { ...process.env, ...environmentOf(config), ...settings },
    execArgv: ['--no-warnings'],
    stdio: 'ignore',
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  const address = `http://127.0.0.1:${config.port}`
  try {
    await eventually('the replica', async () => (await fetch(`${address}/readyz`)).ok, 60_000)
  } catch (error) {
    await kill()
    throw error
  }
  return {
    address,
    pid: child.pid!,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
  }
}
