import { atMost, C, event, G, L, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { fieldName, Import, maxColumns, maxRows, ReportedImport } from './import.object.ts'

/** Maximum imports of a school that wait or run. */
export const maxImports = 20

export const refusals = refuse({
  imports_limit_reached: {
    status: 409,
    when: `${maxImports} imports of the school wait or run`,
    message: `At most ${maxImports} imports of a school may wait or run. Repeat this request when some of them have ended.`,
  },
  import_beyond_own: {
    status: 403,
    when: 'the caller may not create people, not give the tags, groups or courses, not suppress addresses, or not make orders',
    message:
      'You need the permission users:write to import people, tags:write or groups:write for tags or groups, and accesses:write, enrollments:write and certificates:write for courses, suppressions:write for who has unsubscribed or bounced, and orders:write, payments:write and subscriptions:write for orders, refunds and subscriptions. Leave these columns out in the mapping, or ask for the permission.',
  },
  import_file_refused: {
    status: 422,
    when: 'the file is no text with columns, and no workbook',
    message: `The file must have comma-separated values, or be a workbook (.xlsx), with a header, at most ${maxColumns} columns, ${maxRows.toLocaleString('en')} rows and 100 MiB.`,
  },
  import_mapping_refused: {
    status: 422,
    when: 'no column has the e-mail or phone, or the mapping names a missing column or custom field, or a field twice',
    message:
      'The mapping needs a column with the e-mail or the phone, columns of the file, and each field once; see details.',
  },
})

export const importFinished = event('system.import_finished', {
  when: 'an import has ended',
  object: Import,
  related: ['user_id'],
  example: { status: 'finished' },
})

export const imports = resource({
  list: L('GET /v1/imports', {
    summary: 'List imports',
    permission: 'imports:read',
    returns: Import,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/imports', {
    summary:
      'Import people from a file; with dry_run nothing changes. People are matched by e-mail, then phone, never by name',
    permission: 'imports:write',
    body: z.strictObject({
      file_id: Import.shape.file_id,
      mapping: z
        .array(
          z.strictObject({
            column: z.string().max(200).describe('The heading of the column in the file.'),
            field: fieldName().nullable().describe('What its values are; null to leave the column out.'),
          }),
        )
        .min(1)
        .max(maxColumns)
        .nullable()
        .default(null)
        .describe(
          'Fields by the names of columns; columns with one name are named one after the other. Columns that are not named are left out. Null: guess.',
        ),
      on_match: Import.shape.on_match
        .unwrap()
        .default('fill_empty')
        .describe(
          'What becomes of a person who is there already: fill_empty sets fields without a value, overwrite all that the row has a value for, skip none.',
        ),
      add: z
        .strictObject({
          tags: Import.shape.add.shape.tags.default([]),
          groups: Import.shape.add.shape.groups.default([]),
        })
        .default({ tags: [], groups: [] })
        .describe(Import.shape.add.description!),
      consent: Import.shape.consent.default(null),
      dry_run: Import.shape.dry_run.default(false),
    }),
    returns: Import,
    refuses: [refusals.import_beyond_own, refusals.import_file_refused, refusals.import_mapping_refused],
    bound: atMost(maxImports, refusals.imports_limit_reached),
  }),
  get: G('GET /v1/imports/{id}', {
    summary: 'Get the state of an import, its counts, and its errors by row',
    permission: 'imports:read',
    returns: ReportedImport,
  }),
})
