// The next answer for a curator.
import { type Caller, type Id, isAtLeast, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { isAbsent, scopeOf } from '../curators/curator.store.ts'
import type { Scope } from '../review-queue/queue.store.ts'
import { type At, take } from './moves.ts'
import { refusals, type submissionAssigned } from './submission.contract.ts'
import type { SubmissionRow } from './submission.store.ts'

interface ClaimRequest extends At<typeof submissionAssigned> {
  body: { curator_id?: Id<'usr'> | undefined }
  caller: Caller
  runtime: SchoolRuntime
}

/** Takes the answer that is due first among those that the curator may review; null if none waits. */
export async function claim(request: ClaimRequest, stores: Stores): Promise<SubmissionRow | null> {
  const { caller, now, runtime } = request
  const curator_id = request.body.curator_id ?? caller.user
  // Curators claim for themselves, others also for a curator.
  const may = curator_id === caller.user || isAtLeast(caller.role, 'manager')
  if (!curator_id || !may || !(await stores.people.exists(curator_id, runtime)))
    throw new Refused(refusals.curator_unknown)
  const { curators, people, submissions, reviewQueue } = stores
  const [isHere] = await Promise.all([people.holdPresent(curator_id), curators.holdClaims(curator_id)])
  if (!isHere) throw new Refused(refusals.curator_unknown)
  const scopes = await scopesOf(curator_id, now, stores)
  const id = await reviewQueue.takeFirst(scopes, curator_id)
  if (!id) return null
  const row = await submissions.lockAny(id)
  return row && take(row, { curator_id, claimed: true }, request, stores)
}

/** What a curator may review now: what was assigned to them, and the flows that they curate. */
async function scopesOf(curatorId: string, now: string, { curators, submissions }: Stores): Promise<Scope[]> {
  const [rows, groups, loads] = await Promise.all([
    curators.ofCurator(curatorId),
    curators.groupsOf(curatorId),
    submissions.loadsOf([curatorId]),
  ])
  const load = loads.get(curatorId) ?? 0
  const full = rows.some(({ max_load }) => max_load !== null && load >= max_load)
  if (full) throw new Refused(refusals.curator_load_limit_reached)
  const present = rows.filter(row => !isAbsent(row, now)).map(scopeOf)
  const absent = new Set(rows.filter(row => isAbsent(row, now)).map(row => row.group_id))
  const flows = groups.filter(id => !absent.has(id as never)).map((id): Scope => ({ kind: 'group_id', id }))
  const scopes = [...present, ...flows]
  if (scopes.length === 0 && rows.length > 0) throw new Refused(refusals.curator_absent)
  return [...new Map(scopes.map(scope => [`${scope.kind} ${scope.id}`, scope])).values()]
}
