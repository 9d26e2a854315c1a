// A copy of the repository in which mutants may live. The working tree itself is never changed.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies what git knows and does not ignore, and the libraries; it goes with the process. */
export function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lms-mutations-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const trackedPaths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  const libraries = globSync(['node_modules', '{packages,services}/*/node_modules', 'gateway/node_modules'], {
    cwd: root,
  })
  for (const path of [...trackedPaths, ...libraries])
    if (path && existsSync(join(root, path))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
    }
  return copy
}

/** The folders whose code is mutated. */
export const folders: readonly string[] = [
  'packages/events/src',
  'packages/service-host/src/tasks',
  'packages/service-host/src/work',
  ...globSync('services/webhooks/src/*/', { cwd: root })
    .filter(folder => filesOf(root, `${folder}/*.ts`).some(isMutated))
    .sort(),
  'services/webhooks/src',
]

/** Tests elsewhere that speak for a folder as its own do. */
const speakers: Readonly<Record<string, readonly string[]>> = {
  'packages/service-host/src/work': [
    'packages/service-host/src/crud.spec.ts',
    'packages/service-host/src/http/*.spec.ts',
    'services/service/src/settings/setting.spec.ts',
    'services/webhooks/src/webhooks/sealed-secrets.spec.ts',
  ],
  'services/webhooks/src/dispatch': ['services/webhooks/src/deliveries/*.spec.ts', 'test/tracing/*.spec.ts'],
  'services/webhooks/src/events': [
    'services/webhooks/src/journal/journal-batch.test.ts',
    'services/webhooks/src/replays/replay.spec.ts',
    'services/webhooks/src/webhooks/webhook.{parts,trial}.spec.ts',
  ],
  'services/webhooks/src/journal': [
    'services/webhooks/src/deliveries/delivery.spec.ts',
    'services/webhooks/src/erasure/erasure.spec.ts',
    'services/webhooks/src/events-api/event.spec.ts',
  ],
  'services/webhooks/src/replays': ['services/webhooks/src/webhooks/webhook-parts.spec.ts'],
  'services/webhooks/src/schools': ['services/webhooks/src/dispatch/notifications.spec.ts'],
}

/** The tests that speak for a folder: those in it, and those named here. */
export const testsOf = (tree: string, folder: string, inside: string): string[] =>
  [`${inside}/*.{test,spec}.ts`, ...(speakers[folder] ?? [])].flatMap(glob => filesOf(tree, glob))

export function filesOf(tree: string, glob: string): string[] {
  return globSync(glob, { cwd: tree }).sort()
}

/** Whether a file holds behaviour: what is for tests does not, and what is declared the generated suites test. */
export function isMutated(path: string): boolean {
  return !/\.(test|spec|examples|contract|entity)\.ts$|\/(testing|faults)\/|\/test-[^/]+$/.test(path)
}

/** `services/webhooks` */
export const packageOf = (folder: string) => folder.split('/').slice(0, 2).join('/')
