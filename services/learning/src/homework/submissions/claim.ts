// The next work for a curator: a homework, or an attempt at a quiz with open answers.
import { type Caller, type Id, isAtLeast, isId, Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { resultOf, waitsForReview } from '../../assessment/attempts/attempt.rules.ts'
import type { AttemptRow } from '../../assessment/attempts/attempt.store.ts'
import { takeAttempt } from '../../assessment/attempts/review-claim.ts'
import type { Stores } from '../../builder.ts'
import { isAbsent, scopeOf } from '../curators/curator.store.ts'
import type { Scope } from '../review-queue/queue.store.ts'
import { reviewerRefusals } from '../review-queue/reviewer.contract.ts'
import { type At, take } from './moves.ts'
import { refusals, type submissionAssigned } from './submission.contract.ts'
import type { SubmissionRow } from './submission.store.ts'

interface ClaimRequest extends At<typeof submissionAssigned> {
  body: { curator_id?: Id<'usr'> | undefined; kind?: 'submission' | 'attempt' | undefined }
  caller: Caller
  runtime: SchoolRuntime
}

interface Claimed {
  submission: SubmissionRow | null
  attempt: (AttemptRow & { result: ReturnType<typeof resultOf> }) | null
}
const nothing: Claimed = { submission: null, attempt: null }

/** Takes what is due first of what the curator may review. */
export async function claim(request: ClaimRequest, stores: Stores): Promise<Claimed> {
  const { caller, now, runtime } = request
  const curator_id = request.body.curator_id ?? caller.user
  // Curators claim for themselves, others also for a curator.
  const may = curator_id === caller.user || isAtLeast(caller.role, 'manager')
  if (!curator_id || !may || !(await stores.people.exists(curator_id, runtime)))
    throw new Refused(reviewerRefusals.curator_unknown)
  const { attempts, curators, people, submissions, reviewQueue } = stores
  const [isHere] = await Promise.all([people.holdPresent(curator_id), curators.holdClaims(curator_id)])
  if (!isHere) throw new Refused(reviewerRefusals.curator_unknown)
  const scopes = await scopesOf(curator_id, now, stores)
  const { kind } = request.body
  const id = await reviewQueue.takeFirst(scopes, curator_id, kind ? prefixes[kind] : null)
  if (!id) return nothing
  const claiming = { curator_id, claimed: true }
  if (isId('att', id)) {
    const row = await attempts.lockAny(id)
    if (!row || !waitsForReview(row)) return nothing
    const attempt = takeAttempt(row, claiming, request, stores)
    return { submission: null, attempt: { ...attempt, result: resultOf(attempt) } }
  }
  const row = await submissions.lockAny(id)
  return { submission: row && take(row, claiming, request, stores), attempt: null }
}

const prefixes = { submission: 'sub', attempt: 'att' } as const

/** What a curator may review now: what was assigned to them, and the flows that they curate. */
async function scopesOf(curatorId: string, now: string, { curators, reviewQueue }: Stores): Promise<Scope[]> {
  const [rows, groups, loads] = await Promise.all([
    curators.ofCurator(curatorId),
    curators.groupsOf(curatorId),
    reviewQueue.loadsOf([curatorId]),
  ])
  const load = loads.get(curatorId) ?? 0
  const full = rows.some(({ max_load }) => max_load !== null && load >= max_load)
  if (full) throw new Refused(refusals.curator_load_limit_reached)
  const present = rows.filter(row => !isAbsent(row, now)).map(scopeOf)
  const absent = new Set(rows.filter(row => isAbsent(row, now)).map(row => row.group_id))
  const flows = groups
    .filter(id => !absent.has(id as never))
    .map((id): Scope => ({ kind: 'group_id', id: id as Id<'grp'> }))
  const scopes = [...present, ...flows]
  if (scopes.length === 0 && rows.length > 0) throw new Refused(refusals.curator_absent)
  return [...new Map(scopes.map(scope => [`${scope.kind} ${scope.id}`, scope])).values()]
}
