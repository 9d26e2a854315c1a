import { id } from '@lms/contract'
import { Import } from '@lms/service/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'
import { Orderer } from './orderer.ts'
import { exportFormats } from './package.contract.ts'

const ImportState = z.object({
  course_id: id('crs'),
  /** New lessons in the order of the package. */
  lessons: z.array(id('les')).max(500),
  done: z.int(),
  /** Files of the package, before and after they became files of the school. */
  files: z.array(
    z.object({ from: id('fil'), to: id('fil'), status: z.enum(['waiting', 'ready', 'failed']) }),
  ),
  cover: id('fil').nullable(),
  /** The lessons of the package whose content is written: of a course that is here already, those that are to change. */
  fill: z.array(id('les')).max(500).nullable().default(null),
})
export type ImportState = z.infer<typeof ImportState>

/** Reads a package: first all of it, then the content of a few lessons in each step. */
export const importCourse = task('import-course', {
  returns: 'never',
  payload: z.object({ import_id: id('imp'), file_id: id('fil'), dry_run: z.boolean(), orderer: Orderer }),
  state: ImportState,
  progress: ({ done, lessons }) => ({ done, total: lessons.length }),
  attempts: 8,
  longestPause: 300,
  deadline: 120,
  atOnce: 2,
})

/** Files that one task takes back. */
export const maxUndone = 1000

/** Takes back what a failed import has made: first its course, then these files. One of its tasks tells the end. */
export const takeBackImport = task('take-back-import', {
  payload: z.object({
    import_id: id('imp'),
    course_id: id('crs').nullable(),
    files: z.array(id('fil')).max(maxUndone),
    /** What the import has failed of, for the one that tells it. */
    failure: Import.shape.failure,
  }),
  state: z.object({ kept: z.boolean() }),
  // An import fails by an outage, above all.
  ...throughOutages,
})

/** Writes the package of a course; a repetition writes it from its beginning. */
export const exportCourse = task('export-course', {
  returns: 'never',
  payload: z.object({
    export_id: id('exp'),
    course_id: id('crs'),
    format: z.enum(exportFormats),
    orderer: Orderer,
  }),
  attempts: 8,
  longestPause: 300,
  deadline: 300,
  atOnce: 1,
})
