// The sources of the last release, with its libraries, in a folder of their own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseEntries } from '@lms/cli/releases'
import { root } from '../architecture/sources.ts'

const lock = 'package-lock.json'

/** Unpacks the last release into the folder. Its libraries are copied if they are those of now, else installed. */
export function unpackRelease(folder: string): string {
  const { version, commit } = releaseEntries().at(-1)!
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const isSame = readFileSync(join(folder, lock), 'utf8') === readFileSync(join(root, lock), 'utf8')
  if (isSame) linkLibraries(folder)
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return version
}

/** Hard links: the libraries take a gigabyte. */
function linkLibraries(folder: string): void {
  const found = execFileSync(
    'find',
    ['.', '-maxdepth', '3', '-name', 'node_modules', '-prune', '-not', '-path', './.*/*'],
    { cwd: root, encoding: 'utf8' },
  )
  for (const path of found.trim().split('\n'))
    execFileSync('cp', ['-al', join(root, path), join(folder, path)])
}
