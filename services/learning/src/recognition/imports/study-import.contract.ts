// Studies of other programs, slice by slice: for the service that reads the file.
import { I, ImportedStudy, id, resource } from '@lms/contract'
import { z } from 'zod'
import { courseCompleted } from '../../study/enrollments/enrollment.contract.ts'
import { certificateIssued } from '../certificates/certificate.contract.ts'

/** Characters of a title; a longer text names no course. */
export const longestName = 300
const row = z.int32().min(1)

export const studyImports = resource({
  courses: I('POST /internal/study-imports/courses', {
    summary: 'Courses by their ids or titles, whatever the case of these',
    callers: ['service'],
    permission: null,
    body: z.object({ names: z.array(z.string().max(65_536)).min(1).max(500) }),
    returns: z.object({
      courses: z
        .array(z.object({ ids: z.array(id('crs')).max(2).describe('Two where several have the title.') }))
        .describe('In the order of the names.'),
    }),
  }),
  take: I('POST /internal/study-imports/rows', {
    summary: 'Enter completions, progress and certificates by rows of a file',
    callers: ['service'],
    permission: null,
    body: z.object({
      import_id: id('imp'),
      dry_run: z.boolean(),
      studies: z.array(ImportedStudy).min(1).max(500),
    }),
    returns: z.object({
      completions: z.int().describe('Rows whose person has completed the course.'),
      certificates: z.int().describe('Rows whose person has a certificate of the course.'),
      warnings: z.array(z.object({ row, field: z.string(), message: z.string() })),
    }),
    emits: [courseCompleted, certificateIssued],
  }),
})
