// The bytes of the schools' files in a folder of this machine, and their copy. A part of a file is never changed once it has its
// place, so a copy takes what it lacks. Uploads that are under way are left out: they are repeated.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const uploads = 'uploads'

/** The folder of `disk:/path`; null for a bucket, whose own versions are its backup. */
export const diskFolder = (storage: string | undefined): string | null =>
  storage?.startsWith('disk:') ? storage.slice('disk:'.length) : null

/** The parts below a folder, with their paths from there. */
function* partsIn(root: string, folder = root): Generator<{ path: string; bytes: number }> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const isSchool = folder !== root || entry.name.startsWith('sch_')
      if (entry.name !== uploads && isSchool) yield* partsIn(root, path)
    } else if (entry.isFile() && /^[1-9]\d*$/.test(entry.name))
      yield { path: relative(root, path), bytes: statSync(path).size }
  }
}

/** Copies what the other folder lacks, each part under another name until it is whole. */
export function copyFiles(from: string, to: string): { copied: number; files: number; bytes: number } {
  const sums = { copied: 0, files: 0, bytes: 0 }
  for (const { path, bytes } of partsIn(from)) {
    sums.files++
    sums.bytes += bytes
    const target = join(to, path)
    if (existsSync(target) && statSync(target).size === bytes) continue
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    copyFileSync(join(from, path), `${target}.part`)
    renameSync(`${target}.part`, target)
    sums.copied++
  }
  return sums
}

/** The files of schools that a folder has: `sch_…/fil_…`. */
export function filesIn(root: string): Set<string> {
  const files = new Set<string>()
  for (const { path } of partsIn(root)) files.add(path.split('/').slice(0, 2).join('/'))
  return files
}
