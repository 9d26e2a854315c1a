// The client as a user gets it: built, packed, and installed from its tarball into a folder that has nothing else.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tool = (name: string) => join(root, 'node_modules', name)
const run = (program: string, words: readonly string[], cwd: string) =>
  execFileSync(program, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

export interface Packed {
  readonly folder: string
  readonly tarball: string
  readonly bytes: number
}

/** Builds a copy of the package, so that nothing is left in the sources, and packs it. */
export function packedClient(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'lms-client-'))
  const source = join(folder, 'package')
  const isSource = (path: string) => !/\/(dist|node_modules)(\/|$)|\.test\.ts$/.test(path)
  cpSync(join(root, 'packages/client'), source, { recursive: true, filter: isSource })
  run(process.execPath, [tool('tsdown/dist/run.mjs'), '--config', 'build.ts'], source)
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], source)
  const [name] = readdirSync(folder).filter(file => file.endsWith('.tgz'))
  const tarball = join(folder, name!)
  return { folder, tarball, bytes: statSync(tarball).size }
}

/** A project with the installed client and these files. */
export function projectWith({ folder, tarball }: Packed, files: Readonly<Record<string, string>>): string {
  const project = mkdtempSync(join(folder, 'project-'))
  const installed = join(project, 'node_modules/@open-school/client')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  return project
}

/** What a program says at its end, in this project; the server that it asks is in this process. */
export const outputOf = (
  words: readonly string[],
  cwd: string,
): Promise<{ status: number; output: string }> =>
  new Promise(resolve => {
    const program = execFile(process.execPath, words, { cwd, timeout: 110_000 }, (_, stdout, stderr) =>
      resolve({ status: program.exitCode ?? -1, output: `${stdout}${stderr}`.trim() }),
    )
  })

/** What a TypeScript compiler says of these files in a strict project with the installed client. */
export function compileStrictly(
  packed: Packed,
  files: Readonly<Record<string, string>>,
  compiler: string,
): Promise<{ status: number; output: string }> {
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  }
  const tsconfig = JSON.stringify({ compilerOptions, files: Object.keys(files) })
  return outputOf([compiler, '-p', '.'], projectWith(packed, { ...files, 'tsconfig.json': tsconfig }))
}

export const remove = ({ folder }: Packed) => rmSync(folder, { recursive: true, force: true })
export { root, tool }
