import { C, id, oneOf, refuse, resource, text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { webinarAttended } from '../attendance/attendance.contract.ts'

/** The services whose reports are read; generic for a table of one's own. */
const providers = ['zoom', 'teams', 'google_meet', 'gotowebinar', 'bigbluebutton', 'generic'] as const
export type Provider = (typeof providers)[number]

/** What is wrong with a line of a report. */
const problems = ['contact_missing', 'time_unreadable', 'time_zone_needed', 'presence_missing'] as const
export type Problem = (typeof problems)[number]

/** Why a line says nothing of presence, and is no mistake. */
const skips = ['absent', 'waiting_room'] as const
export type Skipped = (typeof skips)[number]

/** Maximum lines of one report. */
export const maxLines = 5000
/** Maximum warnings about one report. */
export const maxWarnings = 20
export const maxCharacters = 1_000_000

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
      'No table of attendance was found. It needs a column that names people (e-mail, phone or registration) and one with a join time or a duration. A table of your own has the columns email, phone, registration_id, joined_at, left_at, minutes.',
  },
  report_nameless: {
    status: 422,
    when: 'the report is the table of the learning dashboard of BigBlueButton, which has no contacts',
    message:
      'The dashboard of BigBlueButton names people without a contact. Send the JSON that the server posts to meta_analytics-callback-url, with the ids of people.',
  },
  report_too_long: {
    status: 422,
    when: `the table has more than ${maxLines} lines, or the report more than ${maxCharacters} characters`,
    message: `A report has at most ${maxLines} lines. Split it, with the header in each part: presence is joined.`,
  },
})

export const ImportReport = z.object({
  id: id('wbs').describe('The session.'),
  dry_run: z.boolean().describe('Whether the report was only read.'),
  provider: oneOf(providers).describe('The service whose columns the report has.'),
  warnings: z
    .array(text(500))
    .max(maxWarnings)
    .describe('How the report was read, where it could be meant in another way.'),
  matched: z.int32().describe('People of the school who were found.'),
  changed: z.int32().describe('People whose attendance is new or larger; for a dry run, would be.'),
  lines: z
    .array(
      z.object({
        line: z.int32().describe('The number of the line in the report, from 1.'),
        user_id: id('usr')
          .nullable()
          .describe('The person; null if nobody was found, and for a caller without users:read.'),
        by: oneOf(['registration', 'email', 'phone'])
          .nullable()
          .describe('What the person was found by; null if nobody was found.'),
        live_seconds: z.int32().min(0).describe('The seconds of presence that this line reports.'),
        skipped: oneOf(skips)
          .nullable()
          .describe(
            'absent: the person did not attend. waiting_room: the time before they were let in. null: the line tells of presence.',
          ),
        problem: oneOf([...problems, 'person_unknown'])
          .nullable()
          .describe('Why the line could not be used; null if it was.'),
      }),
    )
    .max(maxLines)
    .describe('What was read from each line of the report.'),
})
export type ImportReport = z.infer<typeof ImportReport>

export const attendanceImports = resource({
  run: C('POST /v1/webinar-attendance/import', {
    summary: 'Import the attendance of a session from the report of a webinar service',
    permission: 'webinar-attendance:write',
    body: z.strictObject({
      session_id: id('wbs'),
      provider: oneOf(providers)
        .nullable()
        .default(null)
        .describe('A hint where columns fit several services: the report is known by them.'),
      csv: text(maxCharacters, 1)
        .nullable()
        .default(null)
        .describe(
          'The report as it was exported: a table, or the JSON of BigBlueButton. People are matched by registration, e-mail, phone, never by name.',
        ),
      file_id: id('fil')
        .nullable()
        .default(null)
        .describe('The report as an uploaded file, in place of csv.'),
      time_zone: timeZone()
        .nullable()
        .default(null)
        .describe('The zone of times without an offset or the name of a zone.'),
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
