// A package as it is read, whatever its format: its manifest, its lessons one by one, and where its files are.

import { type Archive, ArchiveRefused } from '@lms/archive'
import type { CheckedLesson } from './check-lesson.ts'
import { filePath, lessonPath, type Manifest, manifestPath } from './package-format.ts'
import { readDocument } from './read-document.ts'

export interface Source {
  readonly manifest: Manifest
  /** The path of a file of the manifest in the archive. */
  pathOf(file: string): string
  /** The name of a lesson in reports. */
  placeOf(lesson: string): string
  /** Throws `ArchiveRefused` for one that cannot be read; tells what of it cannot be taken over. */
  lesson(key: string, tell: (message: string) => void): Promise<CheckedLesson>
  /** What of the package as a whole cannot be taken over. */
  readonly problems: readonly string[]
}

/** A package of the product's own; throws `ArchiveRefused` where it is none, or names a part twice. */
export async function ownSource(archive: Archive, school: string): Promise<Source> {
  const at = { archive, school }
  const manifest = await readDocument('manifest', manifestPath, at, {})
  return {
    manifest: checkedManifest(manifest),
    pathOf: filePath,
    placeOf: lessonPath,
    lesson: key => readDocument('lesson', lessonPath(key), at, {}),
    problems: [],
  }
}

export function checkedManifest(manifest: Manifest): Manifest {
  const keys = manifest.modules.flatMap(({ lessons }) => lessons)
  if (keys.length > 500) throw new ArchiveRefused('A course has at most 500 lessons.')
  const allKeys = [...keys, ...manifest.modules.map(({ key }) => key), ...manifest.files.map(({ id }) => id)]
  if (new Set<string>(allKeys).size < allKeys.length)
    throw new ArchiveRefused(`${manifestPath} names a module, lesson or file twice.`)
  return manifest
}
