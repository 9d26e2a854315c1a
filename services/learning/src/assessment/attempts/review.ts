// The review of open answers by a person.
import { formatTime, type Id, Refused } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import { claimEnd } from '../../homework/review-queue/review-terms.ts'
import { versionKey } from '../questions/question.store.ts'
import { refusals } from './attempt.contract.ts'
import type { SavedAnswer } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { type Emits, enterPassed, scoreNow, settle } from './finish.ts'
import { renewAttemptClaim } from './review-claim.ts'

interface ReviewInput {
  question_id: Id<'qst'>
  score: number
  comment: string
}

/** Scores open answers of a locked, finished attempt; with the last one its result is final. With all answers as they are then. */
export async function reviewAttempt(
  attempt: AttemptRow,
  reviews: readonly ReviewInput[],
  reviewer: Id<'usr'> | null,
  emits: Emits,
  stores: Stores,
): Promise<{ attempt: AttemptRow; answers: ReadonlyMap<string, SavedAnswer> }> {
  const { attempts, questions } = stores
  const [answers, versions] = await Promise.all([
    attempts.answersOf([attempt.id]),
    questions.versions(attempt.asked),
  ])
  const saved = answers.get(attempt.id)!
  const versionOf = new Map(attempt.asked.map(name => [name.question_id, versions.get(versionKey(name))!]))
  const details = reviews.flatMap(({ question_id, score }, index) => {
    const version = versionOf.get(question_id)
    const path = `body.scores.${index}`
    if (reviews.findIndex(each => each.question_id === question_id) < index)
      return [{ path: `${path}.question_id`, message: 'is named before' }]
    if (version?.content.kind !== 'open' || !saved.get(question_id)?.answer)
      return [{ path: `${path}.question_id`, message: 'has no open answer in this attempt' }]
    return score <= version.points
      ? []
      : [{ path: `${path}.score`, message: `is more than its ${version.points} hundredths of a point` }]
  })
  if (details.length) throw new Refused(refusals.review_invalid, undefined, { details: details.slice(0, 50) })
  const reviewed = reviews.map(({ question_id, score, comment }) => {
    const { answer, revision } = saved.get(question_id)!
    return { question_id, answer, revision, score, comment }
  })
  attempts.saveAnswers(attempt.id, reviewed)
  const all = new Map([
    ...saved,
    ...reviewed.map(each => [each.question_id as string, { ...each, attempt_id: attempt.id }] as const),
  ])
  const scored = await scoreNow(attempt, stores, all)
  const decided =
    scored.score === null
      ? scoreSome(attempt, scored.max_score, reviewer, emits, stores)
      : attempts.move(attempt, 'review', { ...scored, curator_id: reviewer ?? attempt.curator_id })
  const reviewedNow = await settle(attempt, decided, emits, stores, all)
  await enterPassed(attempt, reviewedNow, emits, stores)
  return { attempt: reviewedNow, answers: all }
}

/** Until the last open answer has a score, the attempt stays finished. Who scores some is at work: their claim begins anew. */
function scoreSome(
  attempt: AttemptRow,
  max_score: number,
  reviewer: Id<'usr'> | null,
  { work }: Pick<Emits, 'work'>,
  { attempts }: Pick<Stores, 'attempts'>,
): AttemptRow {
  const isClaimer = attempt.claim_expires_at !== null && attempt.curator_id === reviewer
  const saved = attempts.save(attempt, {
    max_score,
    ...(isClaimer && { claim_expires_at: formatTime(claimEnd(work.now)) }),
  })
  if (isClaimer) renewAttemptClaim(saved, work)
  return saved
}
