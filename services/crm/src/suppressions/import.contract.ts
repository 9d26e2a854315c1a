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
})
