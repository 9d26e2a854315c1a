import { id, oneOf, personal, stamps, statusOf, text, timestamp, timeZone } from '@lms/contract'
import { z } from 'zod'
import { exportLifecycle } from './export.lifecycle.ts'

export const exportKinds = ['list', 'course', 'full'] as const
export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
/** Formats of packages. */
export const packageFormats = ['course', 'cartridge', 'cartridge_1_1', 'qti', 'scorm'] as const
/** The format of a whole school. */
export const archiveFormats = ['archive'] as const
export const exportFailures = ['caller_without_right', 'list_refused', 'too_large', 'unavailable'] as const

export const Export = z.object({
  id: id('exp'),
  kind: oneOf(exportKinds).describe(
    'list: the objects of one list. course: a package of one course (POST /v1/courses/{id}/export). full: the whole school (POST /v1/exports/full).',
  ),
  list: text(500, 1)
    .regex(/^\/v1\/[\w/{}.-]+$/, 'must be the path of a list: /v1/orders')
    .describe('The path of the list, or of the course; that of the operation for a whole school.')
    .meta({ examples: ['/v1/orders'] }),
  query: personal(text(4000))
    .describe(
      'Filters, `q` and `sort`, as in the address of the list. Without a sort the oldest objects come first.',
    )
    .meta({ examples: ['status=paid&created_at[gte]=2026-01-01T00:00:00Z'] }),
  fields: z
    .array(text(200, 1))
    .min(1)
    .max(100)
    .nullable()
    .describe(
      'The columns, in their order: `number`, `items.name`. Null for all fields; a table of `/v1/users` then has a column for each own field, and tags, groups and consents, as an import takes them.',
    )
    .meta({ examples: [['number', 'status', 'total']] }),
  expand: z
    .array(text(100, 1))
    .max(20)
    .describe('Related objects, as in the list; `fields` may name theirs.'),
  format: oneOf([...exportFormats, ...packageFormats, ...archiveFormats]).describe(
    'csv (RFC 4180), xlsx (a workbook with real numbers and dates), jsonl (an object of the API in each line). course, cartridge, cartridge_1_1, qti: zips that POST /v1/courses/import reads; the last three are Common Cartridge 1.3 and 1.1, and QTI 2.1. scorm: SCORM 1.2. archive: a zip with rows, events and files, described by its README.md.',
  ),
  time_zone: timeZone().describe('The IANA name of the zone of times in csv and xlsx.'),
  bom: z
    .boolean()
    .describe(
      'Whether a csv begins with a byte order mark, without which Excel does not see that it is UTF-8.',
    ),
  status: statusOf(exportLifecycle).describe(
    'queued: one export of a school runs at a time. expired: the file is deleted.',
  ),
  failure: oneOf(exportFailures)
    .nullable()
    .describe(
      'caller_without_right: the key that ordered it was revoked, or may not read the list any more. ' +
        'list_refused: the list does not exist any more. too_large: the file exceeds 1 GiB; order parts by filters. An archive may have 156 GiB. ' +
        'unavailable: a service was unavailable for too long.',
    ),
  progress: z
    .object({
      done: z.int().describe('Objects; of a whole school also events and files.'),
      total: z.int().nullable().describe('Null until the export is ready: lists have no total.'),
    })
    .describe('How far the export has come.'),
  warnings: personal(z.array(text(500)).max(20)).describe(
    'What the list ignored of the query; columns whose long texts a workbook cuts; what a package leaves out.',
  ),
  size: z.int().nullable().describe('The size of the file in bytes; null until it is ready.'),
  key_id: text(40)
    .regex(/^(key|ses)_/)
    .meta({ examples: ['key_01h455vb4pex5vsknk084sn02q'] })
    .describe('The key or session that ordered it. The export has its rights at each moment.'),
  user_id: id('usr').nullable().describe('The person who ordered it; null for a key without one.'),
  download_url: z
    .string()
    .nullable()
    .describe(
      'Where to download a ready file, without a credential. Shown to the key and the person who ordered it, and to administrators who may read all that is in it; of a whole school to owners.',
    ),
  expires_at: timestamp()
    .nullable()
    .describe('When the link and the file expire: 24 hours after the last row.'),
  ...stamps,
})
export type Export = z.infer<typeof Export>
