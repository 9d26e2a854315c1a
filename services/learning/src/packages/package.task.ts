import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Reads a package: first all of it, then the content of a few lessons in each step. */
export const importCourse = task('import-course', {
  payload: z.object({ import_id: id('imp'), file_id: id('fil'), dry_run: z.boolean() }),
  state: z.object({
    course_id: id('crs'),
    /** New lessons in the order of the package. */
    lessons: z.array(id('les')).max(500),
    done: z.int(),
  }),
  progress: ({ done, lessons }) => ({ done, total: lessons.length }),
  attempts: 8,
  longestPause: 300,
  deadline: 120,
  atOnce: 2,
})

/** Writes the package of a course; a repetition writes it from its beginning. */
export const exportCourse = task('export-course', {
  payload: z.object({ export_id: id('exp'), course_id: id('crs') }),
  attempts: 8,
  longestPause: 300,
  deadline: 300,
  atOnce: 1,
})
