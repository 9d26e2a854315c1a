// The package in an archive, by the manifest that it has.
import type { PackedFiles } from '@lms/archive'
import { foreignSource } from './foreign-source.ts'
import { manifestPath } from './package-format.ts'
import { ownSource, type Source } from './source.ts'

/** `key` names the archive: what was found out about its files is remembered by it. */
export const openSource = (archive: PackedFiles, of: { school: string; key: string }): Promise<Source> =>
  archive.paths.includes(manifestPath) ? ownSource(archive, of.school) : foreignSource(archive, of)
