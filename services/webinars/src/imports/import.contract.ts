import { C, id, oneOf, refuse, resource, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { webinarAttended } from '../attendance/attendance.contract.ts'

/** The services whose reports are read; generic for a table of one's own. */
const providers = ['zoom', 'bigbluebutton', 'gotowebinar', 'generic'] as const
export type Provider = (typeof providers)[number]

/** What is wrong with a line of a report. */
const problems = ['contact_missing', 'time_unreadable', 'time_zone_needed', 'presence_missing'] as const
export type Problem = (typeof problems)[number]

/** Maximum lines of one report. */
export const maxLines = 1000
export const maxCharacters = 400_000

export const refusals = refuse({
  session_unknown: {
    status: 422,
    when: 'session_id is not the id of a session of the school',
    message: 'session_id must be the id of a webinar session of this school.',
  },
  session_called_off: {
    status: 409,
    when: 'the session is canceled',
    message: 'This session was called off. Import the attendance of the session that took place.',
  },
  report_unclear: {
    status: 422,
    when: 'neither or both of csv and file_id are given',
    message: 'Give either csv, the report as text, or file_id, an uploaded file with it.',
  },
  file_unknown: {
    status: 422,
    when: 'file_id is not the id of a ready file of the school',
    message: 'file_id must be a ready file of this school. Upload it first: POST /v1/files/upload-url.',
  },
  report_unreadable: {
    status: 422,
    when: 'the report has no table with the columns of the provider',
    message:
      'No table of attendance was found. It needs a column that names people (e-mail, phone or registration) and one with a join time or a duration. For provider generic: email, phone, registration_id, joined_at, left_at, minutes.',
  },
  report_too_long: {
    status: 422,
    when: `the table has more than ${maxLines} lines, or the report more than ${maxCharacters} characters`,
    message: `A report has at most ${maxLines} lines. Split it, with the header in each part: presence is joined.`,
  },
})

export const ImportReport = z.object({
  id: id('wbs').describe('The session.'),
  dry_run: z.boolean(),
  matched: z.int32().describe('People of the school who were found.'),
  changed: z.int32().describe('People whose attendance is new or larger; for a dry run, would be.'),
  lines: z
    .array(
      z.object({
        line: z.int32(),
        user_id: id('usr').nullable(),
        by: oneOf(['registration', 'email', 'phone']).nullable(),
        live_seconds: z.int32().min(0).describe('What this line says.'),
        problem: oneOf([...problems, 'person_unknown']).nullable(),
      }),
    )
    .max(maxLines),
})
export type ImportReport = z.infer<typeof ImportReport>

export const attendanceImports = resource({
  run: C('POST /v1/webinar-attendance/import', {
    summary: 'Import the attendance of a session from the report of a webinar service',
    permission: 'webinar-attendance:write',
    body: z.strictObject({
      session_id: id('wbs'),
      provider: oneOf(providers).default('generic'),
      csv: text(maxCharacters, 1)
        .nullable()
        .default(null)
        .describe(
          'The report as it was exported. People are matched by registration, e-mail, phone, never by name.',
        ),
      file_id: id('fil')
        .nullable()
        .default(null)
        .describe('The report as an uploaded file, in place of csv.'),
      time_zone: timeZone().nullable().default(null).describe('The zone of times without an offset.'),
      dry_run: z.boolean().default(false).describe('Reports what would happen, and changes nothing.'),
    }),
    example: {
      session_id: 'wbs_01h455vb4pex5vsknk084sn02q',
      csv: 'email,minutes\nann@school.example,45\n',
    },
    returns: ImportReport,
    bound: 'event',
    refuses: Object.values(refusals),
    emits: [webinarAttended],
  }),
})
