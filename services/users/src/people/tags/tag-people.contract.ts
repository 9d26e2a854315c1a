// Who has a tag: the learning service asks once a rule of a lesson begins to name it, and hears of changes by events.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** People of one page. */
export const tagPeoplePage = 1000

export const tagPeople = resource({
  list: I('POST /internal/tags/people', {
    summary: 'People with a tag, and since when',
    callers: ['learning'],
    permission: null,
    body: z.object({ tag_id: id('tag'), after: id('usr').nullable() }),
    returns: z.object({
      people: z.array(z.object({ user_id: id('usr'), added_at: timestamp() })).max(tagPeoplePage),
      next: id('usr').nullable(),
    }),
  }),
})
