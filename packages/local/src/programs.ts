import { execFile } from 'node:child_process'

/** A user of this machine, by numeric ids. */
export type Identity = { uid: number; gid: number }

export type Outcome = { ok: boolean; output: string }

type RunOptions = {
  timeoutMs?: number
  cwd?: string
  env?: NodeJS.ProcessEnv
  as?: Identity
  /** Ends the program early. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a short program to its end. Never throws: if a program is missing, fails or takes longer than `timeoutMs`
 * (milliseconds, default 10 s), the result is `ok: false`, with the reason in `output`.
 */
export function run(program: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  const { timeoutMs = 10_000, cwd = '/', env = process.env, as, signal } = options
  return new Promise(resolve => {
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', signal, maxBuffer: 16 * 1024 * 1024 } as const
    execFile(program, args, { ...limits, ...as, cwd, env }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (!error) resolve({ ok: true, output })
      else if (error.killed) resolve({ ok: false, output: `${output}\nended after ${timeoutMs} ms`.trim() })
      else resolve({ ok: false, output: output || error.message })
    })
  })
}

/** Whether that user may enter `folder` and every folder above it. */
export async function canEnter(as: Identity, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { as })).ok
}

/** The last lines of a text, indented for an error message. */
export function tail(text: string, lines = 12): string {
  return text
    .trim()
    .split('\n')
    .slice(-lines)
    .map(line => `  ${line}`)
    .join('\n')
}

/**
 * Remembers what `ask` has answered for each key while this process runs; a failure is forgotten. A start asks several
 * programs about the machine, and each fork costs a process that is a gigabyte large, as test workers are, up to 50 ms.
 */
export function remembered<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return key => {
    const cached = answers.get(key)
    if (cached) return cached
    const answer = ask(key)
    answers.set(key, answer)
    answer.catch(() => answers.delete(key))
    return answer
  }
}
