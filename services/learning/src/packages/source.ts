// A package as it is read, whatever its format: its manifest, its lessons one by one, and where its files are.

import { type Archive, ArchiveRefused } from '@lms/archive'
import type { z } from 'zod'
import { filePath, lessonPath, Manifest, manifestPath, PackedLesson } from './package-format.ts'

export interface Source {
  readonly manifest: Manifest
  /** The path of a file of the manifest in the archive. */
  pathOf(file: string): string
  /** The name of a lesson in reports. */
  placeOf(lesson: string): string
  /** Throws `ArchiveRefused` for one that cannot be read; tells what of it cannot be taken over. */
  lesson(key: string, tell: (message: string) => void): Promise<PackedLesson>
  /** What of the package as a whole cannot be taken over. */
  readonly problems: readonly string[]
}

/** A package of the product's own; throws `ArchiveRefused` where it is none, or names a part twice. */
export async function ownSource(archive: Archive): Promise<Source> {
  const manifest = await jsonOf(archive, manifestPath, Manifest)
  return {
    manifest: checkedManifest(manifest),
    pathOf: filePath,
    placeOf: lessonPath,
    lesson: key => jsonOf(archive, lessonPath(key), PackedLesson),
    problems: [],
  }
}

export function checkedManifest(manifest: Manifest): Manifest {
  const keys = manifest.modules.flatMap(({ lessons }) => lessons)
  if (keys.length > 500) throw new ArchiveRefused('A course has at most 500 lessons.')
  const named = [...keys, ...manifest.modules.map(({ key }) => key), ...manifest.files.map(({ id }) => id)]
  if (new Set<string>(named).size < named.length)
    throw new ArchiveRefused(`${manifestPath} names a module, lesson or file twice.`)
  return manifest
}

async function jsonOf<S extends z.ZodType>(archive: Archive, path: string, schema: S): Promise<z.output<S>> {
  const bytes = await archive.bytes(path)
  if (!bytes) throw new ArchiveRefused(`The package has no ${path}.`)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ArchiveRefused(`${path} is no JSON.`)
  }
  const { data, error } = schema.safeParse(value)
  if (error) throw new ArchiveRefused(`${path}: ${firstIssue(error)}`)
  return data as z.output<S>
}

export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue!.path.map(String).join('.')}${issue!.path.length ? ': ' : ''}${issue!.message}`
