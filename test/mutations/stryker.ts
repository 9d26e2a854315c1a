// One run of Stryker (stryker-mutator.io) inside the copy: which code, by which tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nameOf, type Selection, type Span, selectionFile } from './selection.ts'

export interface Run {
  tree: string
  /** Globs of the code that is mutated, and of the tests. */
  mutate: readonly string[]
  tests: readonly string[]
  selection: Selection
}

export interface Mutant {
  name: string
  file: string
  line: number
  mutator: string
  was: string
  becomes: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
}

/** What Stryker says of a mutant, through `outcomes.ts`; lines and columns count from one. */
export interface Outcome {
  id: string
  fileName: string
  mutatorName: string
  replacement: string
  location: Span
  status: Mutant['status']
}

/**
 * Runs the tests against each mutant; gives what became of those that were tried before `ended` aborts, and tells
 * `survived` of each as it is found. Rejects where the tests fail without any mutant.
 */
export async function runStryker(
  { tree, mutate, tests, selection }: Run,
  survived: (mutant: Mutant) => void,
  ended: AbortSignal,
): Promise<Mutant[]> {
  const temporary = join(tree, '.tmp')
  const run = join(temporary, 'run')
  mkdirSync(run, { recursive: true })
  // Postgres may have to enter them as another user.
  for (const folder of [tree, temporary, run]) chmodSync(folder, 0o711)
  const config = {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', join(tree, 'test/mutations/outcomes.ts')],
    mutate,
    jest: {
      configFile: 'jest.config.js',
      enableFindRelatedTests: false,
      config: { testMatch: tests.map(glob => `<rootDir>/${glob}`), ...running },
    },
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    coverageAnalysis: 'perTest',
    // The copy is changed in place: links of workspaces in node_modules must lead to the mutants.
    inPlace: true,
    // Types are erased by Node; a mutant of another type is one as well.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    concurrency: 1,
    // Contexts of modules are not freed.
    maxTestRunnerReuse: 20,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['outcomes', 'progress-append-only'],
    tempDirName: join(temporary, 'stryker'),
    allowEmpty: true,
  }
  writeFileSync(join(tree, 'stryker.config.json'), JSON.stringify(config))
  writeFileSync(join(tree, selectionFile), JSON.stringify(selection))
  const args = [
    '--import',
    './test/mutations/mutators.ts',
    'node_modules/@stryker-mutator/core/bin/stryker.js',
  ]
  // Stryker mutates these files themselves.
  const lines = new Map(mutate.map(file => [file, readFileSync(join(tree, file), 'utf8').split('\n')]))
  const child = spawn(process.execPath, [...args, 'run', 'stryker.config.json'], {
    cwd: tree,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: temporary, LMS_TEST_RUN_FOLDER: run },
    // A group of its own, which ends with its runners of tests.
    detached: true,
  })
  const outcomes: Outcome[] = []
  child.on('message', (outcome: Outcome) => {
    outcome.fileName = relative(tree, outcome.fileName)
    outcomes.push(outcome)
    const mutant = mutantOf(outcome, 0, lines)
    if (isAlive(mutant)) survived(mutant)
  })
  const end = () => endGroup(child.pid!)
  ended.addEventListener('abort', end)
  const [code] = await once(child, 'close')
  ended.removeEventListener('abort', end)
  endServers(tree)
  if (code !== 0 && !ended.aborted)
    throw new Error(`Stryker ended with ${code}: run these tests alone first (${tests.join(', ')}).`)
  return mutantsOf(outcomes, lines)
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid)
  } catch {
    // It has ended meanwhile.
  }
}

/** Servers of tests that were ended are still there, each with a folder of the copy among its arguments. */
function endServers(tree: string): void {
  for (const file of globSync('/proc/[0-9]*/cmdline')) {
    try {
      const isServer = readFileSync(file, 'utf8').includes(`${tree}/.tmp/`)
      if (isServer) process.kill(Number(file.split('/')[2]), 'SIGINT')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Quick tests first, so that most mutants die before a server is started, and none after the first failure. */
const running = {
  testSequencer: '<rootDir>/test/mutations/quick-first.cjs',
  testRunner: '<rootDir>/test/mutations/jest-circus-first-failure.cjs',
}

function mutantsOf(outcomes: readonly Outcome[], lines: ReadonlyMap<string, string[]>): Mutant[] {
  const seen = new Map<string, number>()
  return [...outcomes]
    .sort((one, other) => Number(one.id) - Number(other.id))
    .map(outcome => {
      const name = nameOf(outcome.fileName, outcome.location, outcome.mutatorName, 0)
      const number = seen.get(name) ?? 0
      seen.set(name, number + 1)
      return mutantOf(outcome, number, lines)
    })
}

const mutantOf = (
  { fileName, location, mutatorName, replacement, status }: Outcome,
  number: number,
  lines: ReadonlyMap<string, string[]>,
): Mutant => ({
  name: nameOf(fileName, location, mutatorName, number),
  file: fileName,
  line: location.start.line,
  mutator: mutatorName,
  was: textBetween(lines.get(fileName)!, location),
  becomes: replacement,
  status,
})

export function isAlive({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage'
}

function textBetween(lines: readonly string[], { start, end }: Span): string {
  const inside = lines.slice(start.line - 1, end.line)
  inside.push(inside.pop()!.slice(0, end.column - 1))
  return [inside[0]!.slice(start.column - 1), ...inside.slice(1)].join('\n')
}
