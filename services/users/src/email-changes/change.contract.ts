import { I, refuse, resource, text } from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals, userUpdated } from '../users/user.contract.ts'

export const emailRefusals = refuse({
  mail_not_configured: {
    status: 409,
    when: 'another e-mail is asked for, and the platform has no mail server to confirm it with',
    message:
      'This installation sends no mail, so a new address cannot be confirmed. Ask an administrator of the school to set it.',
  },
})

/** What the gateway asks for where somebody confirms an address. */
export const emailInternalApi = resource({
  confirm: I('POST /internal/email-changes/confirm', {
    summary: 'Confirm the address that a link was mailed to; a link counts once',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: text(200, 1) }),
    returns: z.object({ confirmed: z.literal(true) }),
    refuses: [userRefusals.email_taken],
    emits: [userUpdated],
  }),
})
