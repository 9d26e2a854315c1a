import { I, PageFragment, pageVisit, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals, userUpdated } from '../../people/users/user.contract.ts'

export const emailRefusals = refuse({
  mail_not_configured: {
    status: 409,
    when: 'a new e-mail is sent, and the platform has no mail server to confirm it',
    message:
      'The platform has no mail server, so a new e-mail cannot be confirmed. Ask an administrator of the school to set it.',
  },
})

/** The page of a link that confirms an e-mail. */
export const emailInternalApi = resource({
  ask: I('POST /internal/email-changes/ask', {
    summary: 'The page that asks whether to confirm an e-mail',
    callers: ['gateway'],
    permission: null,
    body: z.object(pageVisit),
    returns: PageFragment,
  }),
  confirm: I('POST /internal/email-changes/confirm', {
    summary: 'Confirm the e-mail that a link was sent to; a link works once. The page says so',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: text(200, 1) }),
    returns: PageFragment,
    refuses: [userRefusals.email_taken],
    emits: [userUpdated],
  }),
})
