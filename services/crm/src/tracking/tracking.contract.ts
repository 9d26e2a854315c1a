import { I, oneOf, resourceWithEvents, text } from '@lms/contract'
import { z } from 'zod'
import { messageClicked, messageOpened } from './tracking-events.ts'

/** The gateway's calls for links and pictures of messages. */
export const tracking = resourceWithEvents([messageOpened, messageClicked], {
  hit: I('POST /internal/tracking/hits', {
    summary: 'Note that a link of a message was followed, or its picture shown',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      kind: oneOf(['links', 'opens']),
      token: text(100, 1),
      agent: text(300).describe('The User-Agent of the visitor: it tells programs, and is not kept.'),
    }),
    returns: z.object({ target: z.string().nullable().describe('Where the link leads; null: to the site.') }),
  }),
})
