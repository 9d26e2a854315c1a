// The answer to a dry run of a mailing.
import { id, oneOf, statusOf, timestamp } from '@lms/contract'
import { z } from 'zod'
import { messageLifecycle } from '../messages/message.lifecycle.ts'
import { ReadableContent, skipReasons } from '../messages/message.object.ts'
import { Membership } from '../sendings/membership.object.ts'

export const DryRun = z.object({
  content: ReadableContent.describe('What the person would read.'),
  reason: oneOf(skipReasons)
    .nullable()
    .describe(
      'Why the person would get nothing if it left now; null if they would. The audience is a question of its own.',
    ),
  send_after: timestamp()
    .nullable()
    .describe('The end of the quiet hours for which the message would wait; null if it would leave at once.'),
  audience: Membership.describe('Whether the person is in the audience, and why not.'),
  message: z
    .object({
      id: id('msg').describe('The message to the person.'),
      status: statusOf(messageLifecycle).describe('What has become of it.'),
      reason: oneOf(skipReasons).nullable().describe('Why it was skipped; null if it was not.'),
    })
    .nullable()
    .describe(
      'The message of the mailing to the person; null before it begins, and for whoever was not in the audience then.',
    ),
})
