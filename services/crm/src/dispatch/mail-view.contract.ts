import { I, resource, text } from '@lms/contract'
import { z } from 'zod'

/** An e-mail in a browser: `{{ view_url }}` leads to it. */
export const mailViews = resource({
  show: I('POST /internal/mails/show', {
    summary: 'An e-mail as a document, for its receiver’s browser',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: text(100, 1) }),
    returns: z.object({ html: z.string().describe('The whole document, without scripts.') }),
  }),
})
