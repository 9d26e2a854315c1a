// A student who was moved to another flow studies on there.
import { groupTransferred } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { keyOf } from '../rights/right.store.ts'
import { release, renewClaim } from '../submissions/moves.ts'

/** Maximum answers of one student that a curator has in review. */
const maxHeld = 1000

export const onGroupTransferred = builder.reaction(
  'group-transferred',
  groupTransferred,
  async ({ event, emit, work }, stores) => {
    const { user_id, from_group_id, to_group_id, from_curator_id, to_curator_id } = event.data.object
    const rows = await stores.enrollments.lockInFlow(user_id, from_group_id)
    stores.openings.keepTold(
      rows.map(({ id }) => id),
      from_group_id,
    )
    const rights = Map.groupBy(await stores.rights.ofPairs(rows), keyOf)
    for (const row of rows)
      stores.enrollments.settle({ ...row, group_id: to_group_id }, rights.get(keyOf(row)) ?? [])
    // What waits for a review waits for the curators of the new flow.
    const held =
      from_curator_id && from_curator_id !== to_curator_id
        ? await stores.submissions.lockHeldWithoutScope(
            from_curator_id,
            { group_id: from_group_id, user_id, scope: to_group_id },
            maxHeld,
          )
        : []
    for (const row of held) renewClaim(release(row, { emit }, stores, to_group_id), work)
    stores.submissions.enterFlow(user_id, from_group_id, to_group_id)
  },
)
