import { id, oneOf, personal, reference, stamps, statusOf, text, timestamp } from '@lms/contract'
import { importFieldNames, importFields, onMatch } from '@lms/users/contract'
import { z } from 'zod'
import { importLifecycle } from './import.lifecycle.ts'
import { PackageReport } from './package-report.ts'

export const importKinds = ['people', 'course'] as const
export const importFailures = [
  'caller_without_right',
  'file_missing',
  'file_malformed',
  'too_many_rows',
  'file_too_large',
  'package_refused',
  'courses_limit_reached',
  'unavailable',
] as const
export const maxRows = 1_000_000
export const maxColumns = 200
/** Errors and other names that an answer shows. */
export const maxListedErrors = 1000
export const maxNames = 100

/** What the fields mean, in one text. */
export const meanings = Object.entries(importFields)
  .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  .join('; ')

export const fieldName = () =>
  text(80, 1)
    .regex(
      new RegExp(`^(?:${importFieldNames.join('|')}|custom_fields\\.[a-z][a-z0-9_]{0,62})$`),
      'must be one of the fields that its description names, as email, or custom_fields.<name>',
    )
    .meta({ examples: ['email'] })

const counter = (what: string) => z.int().min(0).describe(what)

export const Import = z.object({
  id: id('imp'),
  kind: oneOf(importKinds).describe(
    'people: rows of a file. course: the items of a package (POST /v1/courses/import).',
  ),
  file_id: reference(['fil'], { except: ['uploading', 'checking', 'rejected'] }).describe(
    'A ready file of at most 100 MiB, with a header: comma-separated values in UTF-8, UTF-16, Windows-1251 or -1252, or a workbook (.xlsx), of which the first visible sheet counts. Or a package.',
  ),
  mapping: z
    .array(
      z.object({
        column: personal(text(200)).describe('The heading of the column in the file.'),
        field: fieldName()
          .nullable()
          .describe(`What its values are; null to leave the column out. ${meanings}.`),
      }),
    )
    .max(maxColumns)
    .describe(
      'The field of a person for each column of the file, in its order; null leaves the column out. Where none is sent, it is guessed from the headings, also of other programs and of custom fields by their labels, and from the first rows. Empty for packages.',
    ),
  on_match: oneOf(onMatch)
    .nullable()
    .describe(
      'What becomes of a person who is there already: fill_empty sets fields without a value, overwrite all that the row has a value for, skip none. Null for packages.',
    ),
  add: z
    .object({
      tags: z
        .array(reference(['tag']))
        .max(20)
        .describe('The tags that each person gets.'),
      groups: z
        .array(reference(['grp']))
        .max(20)
        .describe('The groups that each person joins.'),
    })
    .describe('Tags and groups for all people of the file, also those who were there before.'),
  consent: z
    .object({
      channel: oneOf(['email', 'sms', 'phone', 'messenger', 'push', 'post']).describe(
        'The way by which the school may reach the people.',
      ),
      text_version: text(100, 1)
        .meta({ examples: ['2026-11'] })
        .describe('The version of the text that the people agreed to.'),
      source: personal(text(200, 1)).describe('Where they gave it: an earlier system, a list on paper.'),
    })
    .nullable()
    .describe('A consent that all people of the file have given.'),
  dry_run: z.boolean().describe('Counts and reports the same as a run, and changes nobody.'),
  encoding: z
    .string()
    .max(40)
    .regex(/^[a-z0-9-]+$/)
    .nullable()
    .meta({ examples: ['utf-8'] })
    .describe('How the file encodes its characters; null to find out.'),
  delimiter: oneOf(['comma', 'semicolon', 'tab', 'pipe'])
    .nullable()
    .describe('What separates the columns; null to find out.'),
  status: statusOf(importLifecycle).describe(
    'The state of the import; `failed` keeps what it had entered before.',
  ),
  failure: oneOf(importFailures)
    .nullable()
    .describe(
      'What the rows before have done stays. caller_without_right: who ordered it may not change people any more. ' +
        'file_missing: the file was deleted. file_malformed: a row does not end within 64 KB or before the end of the file, as after an unclosed quote, or a workbook cannot be read. ' +
        'too_many_rows: the file has more than 1,000,000. file_too_large: a workbook has more than 256 MiB of text. package_refused: the file is no package that can be imported; see errors. ' +
        'courses_limit_reached: the school has as many courses as it may. unavailable: a service was unavailable for too long.',
    ),
  counts: z
    .object({
      rows: counter('Rows that were read; the items of a package.'),
      created: counter('People, or items of a course, that are new.'),
      updated: counter('Rows that changed a person.'),
      unchanged: counter('Rows of a person without a change.'),
      errors: counter('Rows that nothing came of: they have no contact that can be taken.'),
      empty: counter('Rows without any value.'),
      warnings: counter('Values that were left out or changed; the rest of their rows was taken.'),
      accesses: counter('Rows whose person has access to the course of the row now, or had it before.'),
      completions: counter('Rows whose person has completed the course of the row.'),
      certificates: counter('Rows whose person has a certificate of the course of the row.'),
      orders: counter('Rows whose past order is here now.'),
      subscriptions: counter(
        'Rows whose running subscription is here now; its provider goes on charging it, and nobody else does.',
      ),
      matched_with_other_name: counter('Rows whose contact belongs to a person with another name.'),
    })
    .describe('What became of the rows so far: each is created, updated, unchanged, empty or an error.'),
  key_id: text(40)
    .regex(/^(key|ses)_/)
    .meta({ examples: ['key_01h455vb4pex5vsknk084sn02q'] })
    .describe('The key or session that ordered the import.'),
  user_id: id('usr').nullable().describe('The person who ordered it; null for a key without one.'),
  course_id: id('crs').nullable().describe('The course that a package has become.'),
  finished_at: timestamp().nullable(),
  ...stamps,
})
export type Import = z.infer<typeof Import>

const row = z
  .int()
  .min(1)
  .describe('The number of the row in the file, without the header; of the item in a package.')
export const RowError = z.object({
  row,
  column: personal(text(200))
    .nullable()
    .describe('The column, or the place in a package; null for the whole row.'),
  severity: oneOf(['error', 'warning']).describe(
    'error: nothing came of the row. warning: the value was left out or changed, the rest of the row was taken.',
  ),
  message: z.string().describe('What is wrong with the row, and what is taken.'),
})
export type RowError = z.infer<typeof RowError>

/** An import with what is found by row. */
export const ReportedImport = Import.extend({
  errors: z
    .array(RowError)
    .max(maxListedErrors)
    .describe('The first errors and warnings; `errors_url` has all of them.'),
  columns: z
    .array(
      z.object({
        column: personal(text(200)).describe('The heading of the column.'),
        field: fieldName().nullable().describe('What its values are; null for a column that is left out.'),
        values: counter('Cells of the column that are not empty, so far.'),
        warnings: counter('Those of them that were left out or changed.'),
        reason: z.string().nullable().describe('Why the column is left out; null for one that is taken.'),
      }),
    )
    .max(maxColumns)
    .describe('What becomes of each column of the file. Empty for packages.'),
  report: PackageReport.nullable().describe(
    'What became of each item of a package; null for people, and until the package is read.',
  ),
  other_names: z
    .array(
      z.object({
        row,
        user_id: id('usr')
          .nullable()
          .describe('The id of the person with the other name; null for a person of the same dry run.'),
      }),
    )
    .max(maxNames)
    .describe('The first rows that matched a person with another name: look whether they are the same.'),
  errors_url: z
    .string()
    .nullable()
    .describe(
      'Where to download all rows with errors or warnings as csv, without a credential: their cells as they were, with the problem behind them, to be corrected and imported again. Null without any, and when it has expired.',
    ),
  errors_expire_at: timestamp().nullable().describe('When the list of errors is deleted; null without one.'),
})
export type ReportedImport = z.infer<typeof ReportedImport>
