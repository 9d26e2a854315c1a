// The repository as text: its packages, their files, and their imports.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  /** From the root of the repository: `services/users/src/contract.ts`. */
  path: string
  text: string
  /** Runs only in tests. */
  forTests: boolean
}
export interface Package {
  /** `@lms/users` */
  name: string
  /** `services/users` */
  folder: string
  isService: boolean
  manifest: {
    exports?: Record<string, string | Record<string, string>>
    dependencies?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
  sources: Source[]
}
export interface Import {
  from: Source
  specifier: string
  /** Erased before it runs. */
  typeOnly: boolean
}

/** All files that git knows or would not ignore. */
export const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(path => path !== '' && existsSync(join(root, path)))

const isForTests = (path: string) =>
  /\.(test|spec|examples)\.ts$/.test(path) ||
  /^test\/|^packages\/testing\/|^packages\/client\/examples\/|\/(testing|spec)\/|\/test-[^/]+$/.test(path)

const readSource = (path: string): Source => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
  forTests: isForTests(path),
})

/** Written by `lms generate`: rules of hand-written sources do not hold for them. */
const isGenerated = (path: string) =>
  path.startsWith('packages/client/src/generated/') || path === 'test/client/contract-types.ts'

export const sources: Source[] = trackedFiles()
  .filter(path => path.endsWith('.ts') && !isGenerated(path))
  .map(readSource)

const folders = ['packages', 'services'].flatMap(parent =>
  readdirSync(join(root, parent)).map(name => `${parent}/${name}`),
)

/** Every workspace with files. */
export const packages: Package[] = [...folders, 'gateway']
  .filter(folder => existsSync(join(root, folder, 'package.json')))
  .map(folder => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return {
      name: manifest.name,
      folder,
      isService: folder.startsWith('services/'),
      manifest,
      sources: sources.filter(({ path }) => path.startsWith(`${folder}/`)),
    }
  })

const fromClause = /^(?:import|export)\s+(type\s+)?[\w*{][^'"`;=()]*?\sfrom\s+['"]([^'"]+)['"]/gm
const bare = /^import\s+()['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

/** The imports of a file, also dynamic ones. */
export function importsOf(from: Source): Import[] {
  const fixed = [fromClause, bare]
    .flatMap(pattern => [...from.text.matchAll(pattern)])
    .map(match => ({
      from,
      specifier: match[2]!,
      // `import { type A }` is not one: under verbatim syntax the file is still loaded.
      typeOnly: Boolean(match[1]),
    }))
  const later = [...from.text.matchAll(dynamic)].map(match => ({
    from,
    specifier: match[1]!,
    typeOnly: false,
  }))
  return [...fixed, ...later]
}

/** The path of an imported file from the root; for a package outside of this tree, its specifier. */
export function targetOf({ from, specifier }: Import): string {
  if (specifier.startsWith('.')) return relative(root, join(root, dirname(from.path), specifier))
  const imported = packages.find(({ name }) => name === packageOf(specifier))
  const file = imported?.manifest.exports?.[specifier.replace(imported.name, '.')]
  // What is built for others has conditions in place of a file.
  return imported && typeof file === 'string' ? join(imported.folder, file) : specifier
}

/** `@lms/users/contract` → `@lms/users`; `pg` → `pg`; `@nats-io/jetstream` as it is. */
export const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
