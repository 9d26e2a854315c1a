// The accesses to courses that rows give. A row that comes again gives nothing new.
import { type BodyOf, type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { accessGranted } from '../../access/accesses/access.contract.ts'
import { changeAccess, formerAccess, isOver } from '../../access/accesses/access.rules.ts'
import type { AccessRow } from '../../access/accesses/access.store.ts'
import type { Stores } from '../../builder.ts'
import type { Study } from './extras.rules.ts'
import type { peopleImports } from './import.contract.ts'

type Order = Pick<BodyOf<(typeof peopleImports)['take']>, 'on_match'>
/** A row with a course, and its person. */
export interface StudyOfRow extends Study {
  readonly row: number
  readonly user_id: Id<'usr'>
  readonly name: string
}

/** Whether the ends of an access fit its beginning. */
export const isTerm = ({ access_starts_at, access_expires_at }: Study): boolean =>
  access_starts_at === null || access_expires_at === null || access_starts_at <= access_expires_at

/** Gives each person the access to their course; who has one keeps it, with the new term where rows overwrite. */
export async function giveAccesses(
  studies: readonly StudyOfRow[],
  { on_match }: Order,
  { now, emit }: Pick<Work, 'now' | 'emit'>,
  { accesses }: Pick<Stores, 'accesses'>,
): Promise<void> {
  if (studies.length === 0) return
  const present = Map.groupBy(await accesses.lockAllOfPairs(studies), keyOf)
  for (const study of studies) {
    const own = present.get(keyOf(study)) ?? []
    const running = own.find(access => access.status !== 'revoked' && !isOver(access, now))
    const former = formerAccess(termOf(study), newId('acc'), now)
    if (!former) continue
    if (running) {
      const changed = on_match === 'overwrite' ? overwritten(running, study, accesses, now) : running
      present.set(keyOf(study), [...own.filter(access => access !== running), changed])
      continue
    }
    // What had ended there is no reason to open a course again that was closed here.
    if (own.length > 0 && former.status === 'expired') continue
    emit(accessGranted, former)
    present.set(keyOf(study), [...own, accesses.grant(former)])
  }
}

const keyOf = ({ user_id, course_id }: Pick<AccessRow, 'user_id' | 'course_id'>) => `${user_id} ${course_id}`

const termOf = ({ user_id, course_id, access_starts_at, access_expires_at }: StudyOfRow) => ({
  ...{ user_id, course_id, starts_at: access_starts_at, expires_at: access_expires_at },
})

/** The access with the end of the row, where it has one that is still to come. */
function overwritten(
  access: AccessRow,
  { access_expires_at: expires_at }: StudyOfRow,
  accesses: Stores['accesses'],
  now: string,
): AccessRow {
  const isSame = expires_at === null || expires_at === access.expires_at
  if (isSame || expires_at <= now || expires_at <= access.starts_at) return access
  if (access.source !== 'manual' || access.status !== 'active') return access
  const { moves, access: changed } = changeAccess(access, { expires_at }, now)
  const { status: _, ...fields } = changed
  return accesses.move(access, moves, fields)
}
