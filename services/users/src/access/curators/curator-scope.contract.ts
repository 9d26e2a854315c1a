// What the learning service has assigned to curators: they see these people, with their contact, as those of their groups.
import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

/** Maximum scopes of a kind of one curator: no school assigns more often. */
const maxScopes = 2000

export const curatorScopes = resource({
  /** The whole of what is assigned replaces what was before, so a call that comes twice has no other effect. */
  set: I('POST /internal/curators/scopes', {
    summary: 'The people, groups and courses that are assigned to a curator now',
    callers: ['learning'],
    permission: null,
    body: z.object({
      curator_id: id('usr').describe('The curator.'),
      user_ids: z.array(id('usr')).max(maxScopes).describe('The people who are assigned by name.'),
      group_ids: z.array(id('grp')).max(maxScopes).describe('The groups whose members are.'),
      course_ids: z.array(id('crs')).max(maxScopes).describe('The courses whose students are.'),
    }),
    returns: z.object({}),
  }),
})
