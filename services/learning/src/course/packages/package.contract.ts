import { A, C, id, oneOf, reference, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { unreadyFile } from '../courses/course.object.ts'

export const exportFormats = ['course', 'cartridge', 'cartridge_1_1', 'qti', 'scorm'] as const

export const refusals = refuse({
  package_beyond_own: {
    status: 403,
    when: 'the caller may not write, or for an export read, everything that a package has',
    message:
      'A package has modules, lessons with their blocks, quizzes with the answers of their questions, assignments and files. Use a key with the permissions to write all of these for an import, or to read all of them for an export, besides courses:write.',
  },
  package_unreadable: {
    status: 422,
    when: 'the file is no package that can be read, or has more than 2 GiB',
    message:
      'The file must be a package of at most 2 GiB: a zip of this product, a Common Cartridge (.imscc), a QTI or SCORM package, a backup of Moodle (.mbz), or a file of questions (.xml, .txt, .gift) of at most 16 MiB.',
  },
  package_imports_limit_reached: {
    status: 409,
    when: 'the school has as many imports that wait or run as it may',
    message: 'The school has as many imports that wait or run as it may. Repeat this when some have ended.',
  },
  package_exports_limit_reached: {
    status: 409,
    when: 'the school has as many exports that wait, run or can be downloaded as it may',
    message: 'The school has as many exports as it may. Repeat this when some of them have expired.',
  },
})

export const coursePackages = resource({
  import: C('POST /v1/courses/import', {
    summary: 'Import a course from a package; dry_run only checks it. GET /v1/imports/{id} has the result',
    permission: 'courses:write',
    body: z.strictObject({
      file_id: reference(['fil'], { except: unreadyFile }).describe(
        'A ready file: a package of this product, a Common Cartridge, also one of Canvas with all that it adds, QTI 1.2 to 3.0, SCORM 1.2 or 2004, a backup of Moodle, or a file of questions. Scripts are left out; `report` of the import tells what became of each item.',
      ),
      dry_run: z
        .boolean()
        .default(false)
        .describe('Counts and reports the same as a run, and makes no course.'),
    }),
    returns: z.object({
      id: id('imp'),
      file_id: id('fil'),
      dry_run: z.boolean().describe('Whether the package is only checked.'),
      status: oneOf(['queued']).describe(
        'The import is queued; `GET /v1/imports/{id}` shows how it goes on.',
      ),
    }),
    refuses: [
      refusals.package_beyond_own,
      refusals.package_unreadable,
      refusals.package_imports_limit_reached,
    ],
    bound: 'task',
  }),
  export: A('POST /v1/courses/{id}/export', {
    summary: 'Export a course as a package; GET /v1/exports/{id} has the state and the link to the file',
    permission: 'courses:write',
    body: z.strictObject({
      format: oneOf(exportFormats)
        .default('course')
        .describe(
          'course: all of it, as POST /v1/courses/import reads it. For other products: cartridge (Common Cartridge 1.3, also for Canvas), cartridge_1_1 (the newest that Moodle takes), qti (the quizzes, QTI 2.1), scorm (SCORM 1.2, an object for each lesson). The export tells in `warnings` what they cannot have.',
        ),
    }),
    returns: z.object({
      id: id('exp'),
      course_id: id('crs'),
      format: oneOf(exportFormats).describe('The format of the package, as it was ordered.'),
      status: oneOf(['queued']).describe(
        'The export is queued; `GET /v1/exports/{id}` shows how it goes on.',
      ),
    }),
    refuses: [refusals.package_beyond_own, refusals.package_exports_limit_reached],
    bound: 'task',
  }),
})
