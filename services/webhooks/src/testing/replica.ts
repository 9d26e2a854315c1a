// The service as a process of its own, to be killed, paused and woken.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentOf, type HostConfig } from '@lms/service-host'
import { eventually } from '@lms/testing'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Replica {
  address: string
  /** Ends it at once, whatever it is doing; resolves when it is gone. */
  kill(): Promise<void>
  /** It stands still, connections open, until `wake`. */
  pause(): void
  wake(): void
}

/** Starts the service as its own process and waits until it is ready. */
export async function startReplica(
  config: HostConfig,
  settings: Record<string, string> = {},
): Promise<Replica> {
  const child = fork(main, {
    env: { ...process.env, ...environmentOf(config), LMS_WEBHOOK_ALLOW_LOOPBACK: '1', ...settings },
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
    await eventually('the replica', async () => (await fetch(`${address}/readyz`)).ok, 20_000)
  } catch (error) {
    await kill()
    throw error
  }
  return {
    address,
    kill,
    pause: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
  }
}
