// Work on attempts by the clock, and after a change of a question.
import { builder, type Stores } from '../../builder.ts'
import { regradeQuestion } from '../questions/regrade.task.ts'
import { waitsForReview } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { endAttempt, lapseReview } from './attempt.task.ts'
import { enterPassed, finishAttempt, scoreNow, settle } from './finish.ts'
import { releaseAttempt } from './review-claim.ts'

export const endAttemptTask = builder.task(endAttempt, async ({ payload, emit, work }, stores) => {
  const seen = await stores.attempts.find(payload.attempt_id)
  if (!seen) return
  await stores.enrollments.lockPairs([seen])
  const attempt = await stores.attempts.lockAnyVersion(seen.id)
  if (attempt.status === 'running') await finishAttempt(attempt, attempt.ends_at!, { emit, work }, stores)
})

export const lapseReviewTask = builder.task(lapseReview, async ({ payload, now }, stores) => {
  const row = await stores.attempts.lockAny(payload.attempt_id)
  if (!row || !waitsForReview(row) || row.claim_expires_at === null || row.claim_expires_at > now) return
  releaseAttempt(row, stores)
})

const attemptsAtOnce = 50

export const regradeQuestionTask = builder.task(
  regradeQuestion,
  async ({ payload: { quiz_id, question_id, since, number }, state, emit, work }, stores) => {
    const { attempts, questions } = stores
    const rows = await attempts.lockOfQuiz(quiz_id, state?.after ?? '', attemptsAtOnce)
    questions.use([{ question_id, number }])
    /** By enrollment: several attempts of a person that pass now complete a lesson once. */
    const passing = new Map<string, { row: AttemptRow; saved: AttemptRow }>()
    for (const row of rows) {
      const concerned = row.asked.some(
        each => each.question_id === question_id && each.number >= since && each.number < number,
      )
      if (!concerned) continue
      const updatedReferences = row.asked.map(each =>
        each.question_id === question_id ? { ...each, number, shown: each.shown ?? each.number } : each,
      )
      const saved = await regrade({ ...row, asked: updatedReferences }, row, stores, { emit, work })
      if (saved.passed && !row.passed) passing.set(row.enrollment_id, { row, saved })
    }
    for (const { row, saved } of passing.values()) await enterPassed(row, saved, { work }, stores)
    const last = rows.at(-1)
    return rows.length === attemptsAtOnce && last ? { state: { after: last.id } } : undefined
  },
)

/** Scores an attempt by other versions. What was passed stays passed, and what was erased keeps its score. */
async function regrade(
  next: AttemptRow,
  row: AttemptRow,
  stores: Stores,
  emits: Parameters<typeof settle>[2],
): Promise<AttemptRow> {
  const { attempts, people } = stores
  if (row.status === 'running' || (await people.isErased(row.user_id)))
    return attempts.save(row, { asked: next.asked })
  const { passed, ...scored } = await scoreNow(next, stores)
  const saved = attempts.save(row, { ...scored, asked: next.asked, passed: row.passed || passed })
  return settle(row, saved, emits, stores)
}
