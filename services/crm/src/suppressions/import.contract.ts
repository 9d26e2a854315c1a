// Addresses that another program wrote to no more: the import of people tells them.
import { I, id, resource, UnwantedAddress } from '@lms/contract'
import { z } from 'zod'

export const suppressionImports = resource({
  take: I('POST /internal/suppressions/imports', {
    summary:
      'Put e-mail addresses of a table on the list of suppressions; those that it has stay as they are',
    callers: ['service'],
    permission: null,
    body: z.object({ import_id: id('imp'), addresses: z.array(UnwantedAddress).min(1).max(500) }),
    returns: z.object({ id: id('imp') }),
  }),
  of: I('POST /internal/suppressions/of-people', {
    summary: 'To which of these people no e-mail goes at all, for an export',
    callers: ['service'],
    permission: null,
    body: z.object({ user_ids: z.array(id('usr')).min(1).max(500) }),
    returns: z.object({
      people: z.array(UnwantedAddress.pick({ user_id: true, status: true })),
    }),
  }),
})
