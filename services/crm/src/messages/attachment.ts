// What services add to an e-mail. Schools add none: a file of theirs is a link.
import { oneOf, text } from '@lms/contract'
import { z } from 'zod'

/** An entry for the calendar of the person (RFC 5545, RFC 6047). */
const Attachment = z.strictObject({
  name: text(100, 1)
    .regex(/^[\w.-]+$/, 'letters, digits, and - _ . only')
    .meta({ examples: ['session.ics'] }),
  kind: oneOf(['calendar']),
  method: oneOf(['PUBLISH', 'REQUEST', 'CANCEL']).default('PUBLISH').describe('The METHOD of the calendar.'),
  text: text(30_000, 1).describe('The iCalendar object.'),
})
export type Attachment = z.infer<typeof Attachment>

export const Attachments = z
  .array(Attachment)
  .max(2)
  .default([])
  .describe('Of e-mails; other transports leave them out.')
