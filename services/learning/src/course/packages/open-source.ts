// The package in an archive, by the manifest that it has.
import type { Archive } from '@lms/archive'
import { foreignSource } from './foreign-source.ts'
import { manifestPath } from './package-format.ts'
import { ownSource, type Source } from './source.ts'

export const openSource = (archive: Archive, school: string): Promise<Source> =>
  archive.paths.includes(manifestPath) ? ownSource(archive, school) : foreignSource(archive, school)
