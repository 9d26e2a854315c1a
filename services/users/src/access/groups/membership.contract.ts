import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

const most = 100

/** For other services: whether a person is in groups. */
export const memberships = resource({
  among: I('POST /internal/groups/memberships', {
    summary: 'The groups, of these, that the person is a member of',
    callers: ['commerce', 'webinars'],
    permission: null,
    body: z.object({ user_id: id('usr'), group_ids: z.array(id('grp')).max(most) }),
    returns: z.object({ group_ids: z.array(id('grp')) }),
  }),
})
