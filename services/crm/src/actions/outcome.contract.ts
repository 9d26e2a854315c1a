// What became of messages that other services have sent.
import { I, id, oneOf, resource } from '@lms/contract'
import { z } from 'zod'
import { Message, skipReasons } from '../messages/message.object.ts'
import { source } from '../messages/source.ts'

/** Maximum messages of one question, and sources of one answer. */
export const maxOutcomes = 1000
export const maxSources = 2000

const number = () => z.int().min(0)

export const messageOutcomes = resource({
  of: I('POST /internal/messages/outcomes', {
    summary: 'What has become of these messages until now; unknown ones are absent',
    callers: ['scenarios'],
    permission: null,
    body: z.object({ ids: z.array(id('msg')).max(maxOutcomes) }),
    returns: z.object({
      messages: z.array(
        z.object({ id: id('msg'), status: Message.shape.status, reason: oneOf(skipReasons).nullable() }),
      ),
    }),
  }),
  bySource: I('POST /internal/messages/by-source', {
    summary: 'How many messages of each place of a source became what',
    callers: ['scenarios'],
    permission: null,
    body: z.object({ source_id: id('scn') }),
    returns: z.object({
      sources: z
        .array(
          z.object({
            source: source(),
            queued: number(),
            sent: number(),
            opened: number(),
            clicked: number(),
            skipped: number(),
            failed: number(),
          }),
        )
        .max(maxSources),
    }),
  }),
})
