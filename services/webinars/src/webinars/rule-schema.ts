// The rule of an auto-webinar: when its sessions begin, and what is said in them.
import { text, timeZone } from '@lms/contract'
import { z } from 'zod'
import { webAddress } from '../links/web-address.ts'

/** Maximum messages of a script. */
export const maxScripted = 100
/** The least minutes between two sessions. */
export const leastMinutes = 15

/** The rule in place of a cron expression for sessions that begin on demand. */
export const quarterHour = 'next quarter hour'

export const AutoRule = z.object({
  cron: text(100, 1)
    .describe(
      `When a session begins: a cron expression of five fields, at most every ${leastMinutes} minutes; or \`${quarterHour}\`: a session is always open at the next quarter of an hour, and begins then if anybody has registered.`,
    )
    .meta({ examples: ['0 19 * * 2'] }),
  time_zone: timeZone().describe('The zone of the cron expression.'),
  duration_minutes: z.int32().min(1).max(1440).describe('How long a session lasts, in minutes.'),
  join_url: webAddress().nullable().describe('Where the recording plays that is shown as the webinar.'),
  says_recorded: z.boolean().describe('Whether the room says that it is a recording.'),
  script: z
    .array(
      z.object({
        offset_seconds: z.int32().min(0).max(86_400).describe('Seconds after the start of the session.'),
        author_name: text(200).describe('The name that stands beside the message.'),
        text: text(2000, 1).describe('What the message says.'),
      }),
    )
    .max(maxScripted)
    .describe('Messages that appear in the chat, at offsets from the start.'),
})
export type AutoRule = z.infer<typeof AutoRule>
