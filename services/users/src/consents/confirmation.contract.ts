import { I, resource, text } from '@lms/contract'
import { z } from 'zod'
import { userConsentChanged } from './consent.contract.ts'

/** The gateway's call for a link that confirms a consent. */
export const consentInternalApi = resource({
  confirm: I('POST /internal/consents/confirm', {
    summary: 'Confirm the consent that a link was sent for; a second time changes nothing',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token: text(500, 1) }),
    returns: z.object({ confirmed: z.literal(true) }),
    emits: [userConsentChanged],
  }),
})
