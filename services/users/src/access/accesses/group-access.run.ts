// Adjusts the accesses from groups to the present memberships.
import { newId } from '@lms/contract'
import { builder } from '../../builder.ts'
import { syncGroupAccess } from '../group-accesses/group-access.task.ts'
import { accessGranted } from './access.contract.ts'
import { newAccess } from './access.rules.ts'
import { difference } from './group-access.rules.ts'

export const syncGroupAccessTask = builder.batch(
  syncGroupAccess,
  async ({ payloads: pairs, now, emit }, { accesses, groupAccesses }) => {
    const [memberships, present] = await Promise.all([
      groupAccesses.memberships(pairs),
      accesses.lockOfGroups(pairs),
    ])
    const { grant, revoke } = difference(memberships, present)
    for (const newGrant of grant)
      emit(accessGranted, accesses.grant(newAccess({ ...newGrant, source: 'group' }, newId('acc'), now)))
    accesses.end(revoke, 'revoke')
  },
)
