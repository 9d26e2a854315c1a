// A deleted or anonymized person leaves their groups and loses all accesses; their work stays.
import type { Envelope } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { groupLeft } from '../access/groups/member.contract.ts'
import { memberOf } from '../access/groups/member.store.ts'
import { builder, type Stores } from '../builder.ts'
import { type User, userAnonymized, userDeleted } from '../people/users/user.contract.ts'

export const onUserDeleted = builder.reaction('user-deleted', userDeleted, leaveAll)
export const onUserAnonymized = builder.reaction('user-anonymized', userAnonymized, leaveAll)

async function leaveAll(work: Work & { event: Envelope<User> }, stores: Stores): Promise<void> {
  const user_id = work.event.data.object.id
  const [memberships, rights] = await Promise.all([
    stores.members.lockAll(user_id),
    stores.accesses.lockOfPerson(user_id),
  ])
  stores.members.end(
    user_id,
    memberships.map(({ group_id }) => group_id),
  )
  for (const row of memberships) work.emit(groupLeft, memberOf(row))
  stores.groups.reassign(user_id, null)
  stores.accesses.end(rights, 'revoke')
}
