// Imports and exports of packages, which another service makes: their rows, links and events are here, beside those of
// people and lists.
import { I, id, oneOf, resource, text } from '@lms/contract'
import { pieceBytes } from '@lms/site/contract'
import { z } from 'zod'
import { exportFinished } from '../exports/export.contract.ts'
import { Export, exportFailures, packageFormats } from '../exports/export.object.ts'
import { importFinished } from '../imports/import.contract.ts'
import { Import, importFailures, maxListedErrors, RowError } from '../imports/import.object.ts'
import { PackageReport } from '../imports/package-report.ts'

const orderer = {
  key_id: Import.shape.key_id,
  user_id: id('usr').nullable(),
  on_behalf: z.boolean(),
}
const BeginResult = z.object({ begun: z.boolean().describe('false: the school has as many as it may.') })
const Noted = z.object({ noted: z.literal(true) })
const callers = ['learning'] as const

/** A repetition of any of these changes nothing. */
export const packageImports = resource({
  begin: I('POST /internal/package-imports', {
    summary: 'Show the import of a package that was ordered',
    callers,
    permission: null,
    body: z.object({
      id: id('imp'),
      file_id: id('fil'),
      dry_run: z.boolean(),
      ...orderer,
    }),
    returns: BeginResult,
  }),
  note: I('POST /internal/package-imports/{id}', {
    summary: 'What an import has found, and how it ended',
    callers,
    permission: null,
    path: { id: id('imp') },
    body: z.object({
      counts: Import.shape.counts.partial().optional(),
      errors: z
        .array(RowError.partial({ severity: true }))
        .max(maxListedErrors)
        .optional(),
      report: PackageReport.optional(),
      course_id: id('crs').optional(),
      end: z
        .object({ failure: oneOf(importFailures).nullable() })
        .optional()
        .describe('The end, without a failure or with one; absent while it goes on.'),
    }),
    returns: Noted,
    emits: [importFinished],
  }),
})

export const packageExports = resource({
  begin: I('POST /internal/package-exports', {
    summary: 'Show the export of a package that was ordered',
    callers,
    permission: null,
    body: z.object({
      id: id('exp'),
      list: Export.shape.list,
      format: oneOf(packageFormats),
      ...orderer,
    }),
    returns: BeginResult,
  }),
  add: I('PUT /internal/package-exports/{id}/pieces/{number}', {
    summary: 'A piece of the file, counted from 1; the last one of a number counts',
    callers,
    permission: null,
    path: { id: id('exp'), number: text(10, 1).regex(/^[1-9]\d*$/) },
    body: z.object({
      content: z
        .string()
        .max(pieceBytes * 2)
        .describe('Base64.'),
    }),
    returns: Noted,
  }),
  end: I('POST /internal/package-exports/{id}/end', {
    summary: 'The file is whole, or its making has failed',
    callers,
    permission: null,
    path: { id: id('exp') },
    body: z.object({
      pieces: z.int32().min(0),
      size: z.int().min(0),
      objects: z.int().min(0),
      failure: oneOf(exportFailures).nullable(),
      warnings: z.array(text(500)).max(20).describe('What was left out.'),
    }),
    returns: Noted,
    emits: [exportFinished],
  }),
})
