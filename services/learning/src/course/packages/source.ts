// A package as it is read, whatever its format: its manifest, its lessons one by one, and where its files are.

import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import type { CheckedLesson } from './check-lesson.ts'
import { filePath, lessonPath, type Manifest, manifestPath } from './package-format.ts'
import { readDocument } from './read-document.ts'
import type { FoundItem } from './report.ts'

export interface Source {
  /** What names the course in its source: another package of the same course has the same. */
  readonly origin: string
  /** What names a module, lesson or file of the manifest in its source. */
  nameOf(key: string): string
  readonly manifest: Manifest
  /** The path of a file of the manifest in the archive. */
  pathOf(file: string): string
  /** The name of a lesson in reports. */
  placeOf(lesson: string): string
  /** Throws `ArchiveRefused` for one that cannot be read. */
  lesson(key: string): Promise<CheckedLesson>
  /** What of the package stands outside of its lessons, and what became of it. */
  readonly items: readonly FoundItem[]
  /** Whether it is refused where none of its lessons has content: it is no course, but files that may be anything. */
  readonly needsContent?: boolean
}

/** A package of the product's own; throws `ArchiveRefused` where it is none, or names a part twice. */
export async function ownSource(archive: PackedFiles, school: string): Promise<Source> {
  const at = { archive, school }
  const manifest = await readDocument('manifest', manifestPath, at, {})
  const keys = manifest.modules.flatMap(({ key, lessons }) => [key, ...lessons])
  return {
    // Ids rise with time: whatever is added later, the first one is the same.
    origin: `own ${keys.sort()[0] ?? manifest.course.title}`,
    nameOf: key => key,
    manifest: checkedManifest(manifest),
    pathOf: filePath,
    placeOf: lessonPath,
    lesson: async key => {
      const path = lessonPath(key)
      const { parts, ...lesson } = await readDocument('lesson', path, at, {})
      const own = { kind: 'lesson' as const, name: path, notes: [], isThere: true }
      const items = parts.map(({ path: place, ...part }) => ({ ...part, name: `${path} ${place}` }))
      return { ...lesson, items: [own, ...items] }
    },
    items: [{ kind: 'course', name: manifestPath, notes: [], isThere: true }],
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
