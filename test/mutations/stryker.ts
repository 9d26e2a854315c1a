// One run of Stryker (stryker-mutator.io) inside the copy: which code, by which tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf, type Selection, selectionFile } from './selection.ts'

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

interface Report {
  files: Record<string, { source: string; mutants: ReportedMutant[] }>
}
interface ReportedMutant {
  id: string
  mutatorName: string
  replacement: string
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
  status: Mutant['status']
}

/** Runs the tests against each mutant; gives what became of it. Rejects where the tests fail without any. */
export async function runStryker({ tree, mutate, tests, selection }: Run): Promise<Mutant[]> {
  const [report, temporary] = [join(tree, 'mutations.json'), join(tree, '.tmp')]
  rmSync(report, { force: true })
  const run = join(temporary, 'run')
  mkdirSync(run, { recursive: true })
  // Postgres may have to enter them as another user.
  for (const folder of [tree, temporary, run]) chmodSync(folder, 0o711)
  const config = {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
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
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
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
  const child = spawn(process.execPath, [...args, 'run', 'stryker.config.json'], {
    cwd: tree,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: temporary, LMS_TEST_RUN_FOLDER: run },
  })
  // Who ends this run ends Stryker, and the copy goes when that is gone.
  const end = () => void child.kill()
  for (const signal of signals) process.on(signal, end)
  const [code] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, end)
  if (code !== 0)
    throw new Error(`Stryker ended with ${code}: run these tests alone first (${tests.join(', ')}).`)
  return mutantsOf(JSON.parse(readFileSync(report, 'utf8')))
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Quick tests first, so that most mutants die before a server is started, and none after the first failure. */
const running = {
  testSequencer: '<rootDir>/test/mutations/quick-first.cjs',
  testRunner: '<rootDir>/test/mutations/jest-circus-first-failure.cjs',
}

function mutantsOf({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const seen = new Map<string, number>()
    const lines = source.split('\n')
    return [...mutants]
      .sort((one, other) => Number(one.id) - Number(other.id))
      .map(({ mutatorName, location, replacement, status }) => {
        const place = nameOf(file, location, mutatorName, 0)
        const number = seen.get(place) ?? 0
        seen.set(place, number + 1)
        return {
          name: nameOf(file, location, mutatorName, number),
          file,
          line: location.start.line,
          mutator: mutatorName,
          was: textBetween(lines, location),
          becomes: replacement,
          status,
        }
      })
  })
}

function textBetween(lines: readonly string[], { start, end }: ReportedMutant['location']): string {
  const inside = lines.slice(start.line - 1, end.line)
  inside.push(inside.pop()!.slice(0, end.column - 1))
  return [inside[0]!.slice(start.column - 1), ...inside.slice(1)].join('\n')
}
