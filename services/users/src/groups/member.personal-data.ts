import type { PersonalData } from '../people/personal-data.ts'
import { canCurate } from './group.rules.ts'
import { memberOf } from './member.store.ts'

export const memberData: PersonalData = {
  what: 'memberships of groups, and groups with the person as curator',
  on_merge:
    'the person who stays gets the memberships of both, and is curator of the groups of both unless they are a student',
  needs: 'groups:write',
  erased: 'memberships and curatorships; the person leaves all groups, each with an event user.group_left',
  kept: null,
  why: null,
  count: async (userId, { members, groups }) => {
    const [memberships, assigned] = await Promise.all([members.ofPerson(userId), groups.countOf(userId)])
    return memberships.length + assigned
  },

  merge: (from, into, _, { members, groups }) => {
    members.reassign(from.id, into.id)
    groups.reassign(from.id, canCurate(into) ? into.id : null)
  },

  // What user.anonymized brings about here, as user.deleted does: see reactions/gone-people.ts.
  erase: () => {},

  data: async (userId, { members }) => (await members.ofPerson(userId)).map(memberOf),
}
