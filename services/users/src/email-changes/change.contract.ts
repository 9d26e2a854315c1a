import { I, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals, userUpdated } from '../users/user.contract.ts'

export const emailRefusals = refuse({
  mail_not_configured: {
    status: 409,
    when: 'a new e-mail is sent, and the platform has no mail server to confirm it',
    message:
      'The platform has no mail server, so a new e-mail cannot be confirmed. Ask an administrator of the school to set it.',
  },
})

/** The gateway's call for a confirmation link. */
export const emailInternalApi = resource({
  confirm: I('POST /internal/email-changes/confirm', {
    summary: 'Confirm the e-mail that a link was sent to; a link works once',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: text(200, 1) }),
    returns: z.object({ confirmed: z.literal(true) }),
    refuses: [userRefusals.email_taken],
    emits: [userUpdated],
  }),
})
