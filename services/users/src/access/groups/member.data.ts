import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { canCurate } from './group.rules.ts'
import type { Member } from './member.contract.ts'
import { memberOf } from './member.store.ts'

export const memberData: OwnPersonalData = {
  what: 'memberships of groups, groups with the person as curator, and what is assigned to them as one',
  on_merge:
    'the person who stays gets the memberships of both, and is curator of the groups of both unless they are a student',
  needs: 'groups:write',
  erased: 'memberships and curatorships; the person leaves all groups, each with an event user.group_left',
  kept: null,
  why: null,
  columns: ['group_members.id', 'groups.curator_id', 'curator_scopes.curator_id'],
  count: async (userId, { members, groups }) => {
    const [memberships, assigned] = await Promise.all([members.ofPerson(userId), groups.countOf(userId)])
    return memberships.length + assigned
  },

  items: async (userId, { after, most }, { members }) =>
    (await members.ofPerson(userId))
      .filter(({ group_id }) => after === null || group_id > after)
      .slice(0, most)
      .map(memberOf),
  // The id of a membership is that of its person.
  positionOf: ({ group_id }: Member) => group_id,

  // user.anonymized ends all memberships, like user.deleted: see reactions/removed-people.ts.
  // The learning service tells what is assigned to both then.
  move: async ({ from, into }, _, { users, members, groups }) => {
    const person = await users.findAny(into)
    members.reassign(from, into)
    groups.reassign(from, person && canCurate(person) ? into : null)
  },
}
