import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProcess } from './previous.ts'

/** A folder for one test file, which Postgres's user can enter if we are root. */
export async function trialFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lms-local-'))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Runs `body` (it may use startPostgres, startNats and must return a value) in another process that stays alive. */
export async function elsewhere<T>(body: string): Promise<{ value: T; killHard(): Promise<void> }> {
  const index = new URL('index.ts', import.meta.url).href
  const code = `
    import { startNats, startPostgres } from ${JSON.stringify(index)}
    const value = await (async () => { ${body} })()
    process.stdout.write(JSON.stringify(value) + '\\n')
    setInterval(() => {}, 1000)`
  const args = ['--no-warnings', '--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return {
    value: JSON.parse(line),
    killHard: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function writeProgram(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

/** Whether the process is running; a zombie is not. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await findProcess(pid)) !== undefined
}
