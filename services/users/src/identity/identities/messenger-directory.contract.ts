import { I, id, resource, text } from '@lms/contract'
import { z } from 'zod'

/** The numbers of people in the messenger, for the service that writes to them. */
export const messengerDirectory = resource({
  subjects: I('POST /internal/identities/messenger', {
    summary: 'The numbers of these people in the messenger',
    callers: ['crm'],
    permission: null,
    body: z.object({ user_ids: z.array(id('usr')).max(1000) }),
    returns: z.object({ subjects: z.array(z.object({ user_id: id('usr'), subject: text(128) })) }),
  }),
  person: I('POST /internal/identities/messenger/person', {
    summary: 'The person with a number in the messenger; null for nobody',
    callers: ['crm'],
    permission: null,
    body: z.object({ subject: text(128) }),
    returns: z.object({ user_id: id('usr').nullable() }),
  }),
})
