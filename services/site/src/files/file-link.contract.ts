// Short links to files of lessons and answers: the learning service asks for those of one lesson or answer at once.
import { I, id, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum files of one question. */
export const maxLinks = 300
/** Minutes for which a link to a file of a lesson is valid. */
export const linkMinutes = 15

export const fileLinks = resource({
  sign: I('POST /internal/files/links', {
    summary: 'Links to files of a lesson or an answer',
    callers: ['learning'],
    permission: null,
    body: z.object({
      files: z.array(z.object({ id: id('fil'), disposition: oneOf(['inline', 'attachment']) })).max(maxLinks),
    }),
    returns: z.object({
      links: z
        .array(z.object({ id: id('fil'), url: text(4000), expires_at: timestamp() }))
        .describe('Of the ready files among them.'),
    }),
  }),
})
