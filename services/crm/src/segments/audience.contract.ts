// The members of a segment, for other services.
import { I, id, type Permission, resource } from '@lms/contract'
import { z } from 'zod'

export const audiences = resource({
  needs: I('POST /internal/segments/needs', {
    summary: 'What a caller needs to ask who is in segments: of each entry one of its permissions',
    callers: ['analytics', 'users'],
    permission: null,
    body: z.object({ segment_ids: z.array(id('seg')).max(1000) }),
    returns: z.object({ needs: z.array(z.array(z.custom<Permission>(value => typeof value === 'string'))) }),
  }),
  next: I('POST /internal/segments/members', {
    summary: 'The next members of a segment, in the order of their ids; fewer than asked for at the end',
    callers: ['scenarios', 'users'],
    permission: null,
    body: z.object({
      segment_id: id('seg'),
      place: id('usr').nullable().describe('The last one of the page before.'),
      descending: z.boolean(),
      most: z.int().min(1).max(2000),
    }),
    returns: z.object({
      ids: z.array(id('usr')),
      built: z
        .boolean()
        .describe(
          'False while its first rule is still being applied to all people: nobody knows its members yet.',
        ),
    }),
  }),
})
