// Gives the accesses that memberships give, and ends those of memberships that are over.
import { newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Pair } from '../group-accesses/group-access.store.ts'
import { accessGranted } from './access.contract.ts'
import { newAccess } from './access.rules.ts'
import { difference } from './group-access.rules.ts'

export async function grantByGroups(
  pairs: readonly Pair[],
  { now, emit }: Pick<Work, 'now' | 'emit'>,
  { accesses, groupAccesses }: Pick<Stores, 'accesses' | 'groupAccesses'>,
): Promise<void> {
  if (pairs.length === 0) return
  const [memberships, present] = await Promise.all([
    groupAccesses.memberships(pairs),
    accesses.lockOfGroups(pairs),
  ])
  const { grant, revoke } = difference(memberships, present)
  for (const newGrant of grant)
    emit(accessGranted, accesses.grant(newAccess({ ...newGrant, source: 'group' }, newId('acc'), now)))
  accesses.end(revoke, 'revoke')
}
