// A custom field of people cannot go while rules name it.
import { I, id, resource, text } from '@lms/contract'
import { z } from 'zod'

export const fieldUses = resource({
  segments: I('POST /internal/segments/naming-field', {
    summary: 'The first few segments whose rule names a custom field of people',
    callers: ['users'],
    permission: null,
    body: z.object({ name: text(80, 1) }),
    returns: z.object({ segment_ids: z.array(id('seg')).max(5) }),
  }),
})
