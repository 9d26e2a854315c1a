// The data that a merge moves: only those that the caller could give to the person directly, so that a merge is no way
// around a permission.
import { type Caller, hasPermission, type PersonalDataCount, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { personalData } from '../../privacy/personal-data/all-personal-data.ts'
import type { ServiceData } from '../../privacy/personal-data/data-everywhere.ts'
import type { OwnPersonalData } from '../users/personal-data.ts'
import type { UserRow } from '../users/user.store.ts'
import { type Merge, refusals } from './person.contract.ts'

type Move = Merge['moves'][number]

const mayMove = (
  { needs, mayMove }: Pick<OwnPersonalData, 'needs' | 'mayMove'>,
  into: UserRow,
  caller: Caller,
) => (needs === null || hasPermission(caller.rights, needs)) && (mayMove?.(into, caller) ?? true)

/** The effects of a merge on all data; refuses with merge_beyond_caller. */
export function movesOf(areas: readonly ServiceData[], into: UserRow, caller: Caller): Move[] {
  const moves = areas.map(one => {
    const own = one.service === 'users' ? personalData.find(({ what }) => what === one.what) : undefined
    return { held: one, own, moves: mayMove(own ?? one, into, caller) }
  })
  refuse(moves.flatMap(({ held: area, own, moves }) => (moves || own?.otherwise ? [] : [area])))
  return moves.map(({ held: { service, what, count, on_merge }, own, moves }) => ({
    service,
    what,
    count,
    on_merge: moves ? on_merge : (own?.otherwise?.on_merge ?? on_merge),
    dropped: !moves && count > 0,
  }))
}

/** Moves or drops the data of this service; both people are locked. */
export async function move(
  from: UserRow,
  into: UserRow,
  input: Work & { caller: Caller },
  stores: Stores,
): Promise<void> {
  const people = { from: from.id, into: into.id, erased: false }
  for (const kind of personalData) {
    if (mayMove(kind, into, input.caller)) await kind.move?.(people, input, stores)
    else if (kind.otherwise) await kind.otherwise.drop(from.id, stores)
    // There was none of it when the merge was planned; some may have come since.
    else refuse([{ ...kind, count: await kind.count(from.id, stores) }])
  }
}

function refuse(areas: readonly Pick<PersonalDataCount, 'what' | 'count' | 'needs'>[]): void {
  const details = areas
    .filter(({ count }) => count > 0)
    .map(({ what, count, needs }) => ({
      path: 'body.user_id',
      message: `has ${what} (${count}), which you may not give to another person: this needs ${needs}`,
    }))
  if (details.length) throw new Refused(refusals.merge_beyond_caller, undefined, { details })
}
