// Short tasks that need much code run in processes of their own, so that this long-lived process stays small.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { databasesIn, ownVariable } from '../databases.ts'
import { serviceNames } from '../services.ts'

import { inherited, nodeOptions } from './child.ts'
import type { Addresses, DemoSchool } from './demo.ts'
import type { Plan } from './plan.ts'

/**
 * Has Node compile what the processes run, and keep it for the next starts, if it keeps nothing yet. A process that
 * finds all its code does not load what strips types, which would stay in its memory.
 */
export async function compilePrograms(ending: AbortSignal): Promise<void> {
  if (existsSync(process.env.NODE_COMPILE_CACHE!)) return
  // A program that cannot be loaded says why when it is started.
  await run('compile-task.ts', [], {}, ending).catch(() => {})
}

/** Migrates all schemas to the newest version. */
export async function migrateSchemas({ databases, installation }: Plan, ending: AbortSignal): Promise<void> {
  const owners = Object.entries(databases).map(([name, url]) => [ownVariable(name), url])
  const env = { ...Object.fromEntries(owners), LMS_SECRET_KEYS: installation.secretKeys }
  // The Postgres that is started here takes enough connections; to count them, all services would be loaded.
  const isOwn = Object.keys(databasesIn(serviceNames, process.env)).length === 0
  const options = isOwn ? ['--no-connection-check', '--json'] : ['--json']
  await run('../../lms.mjs', ['migrate', ...options], env, ending)
}

/**
 * The demo school with a valid owner's key, created if necessary; resolves as soon as it can be used. `filling` is a line
 * about what was added, when it has all of it.
 */
export async function demoSchool(
  { folder, installation }: Plan,
  addresses: Addresses,
  ending: AbortSignal,
): Promise<DemoSchool & { filling: Promise<string> }> {
  const order = { path: folder.demo, addresses, operatorToken: installation.operatorToken }
  const school = Promise.withResolvers<DemoSchool>()
  const filling = run('demo-task.ts', [], { LMS_DEMO: JSON.stringify(order) }, ending, line =>
    school.resolve(JSON.parse(line)),
  )
  filling.catch(school.reject)
  const counts = filling.then(printed => JSON.parse(lastLine(printed)) as string)
  // Whoever waits for it hears of its failure.
  counts.catch(() => {})
  return { ...(await school.promise), filling: counts }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)!

/**
 * Runs one of our programs to its end and returns its output, of which `first` hears the first line at once; throws its
 * error output if it failed.
 */
async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  ending: AbortSignal,
  first?: (line: string) => void,
): Promise<string> {
  ending.throwIfAborted()
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [...nodeOptions, path, ...args], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    signal: ending,
  })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', data => {
      printed[stream] = (printed[stream] + data).slice(-100_000)
    })
  if (first) createInterface(child.stdout).once('line', first)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(printed.stderr.trim() || `${path} ended with code ${code}.`)
  return printed.stdout
}
