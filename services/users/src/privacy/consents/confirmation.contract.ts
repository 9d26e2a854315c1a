import { I, PageFragment, pageVisit, resource, text } from '@lms/contract'
import { z } from 'zod'
import { userConsentChanged } from './consent.contract.ts'

/** The page of a link that confirms a consent. */
export const consentInternalApi = resource({
  ask: I('POST /internal/consents/ask', {
    summary: 'The page that asks whether to confirm a consent, with the text that was agreed to',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: text(500, 1) }),
    returns: PageFragment,
  }),
  confirm: I('POST /internal/consents/confirm', {
    summary: 'Confirm the consent that a link was sent for; a second time changes nothing. The page says so',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, token: text(500, 1) }),
    returns: PageFragment,
    emits: [userConsentChanged],
  }),
})
