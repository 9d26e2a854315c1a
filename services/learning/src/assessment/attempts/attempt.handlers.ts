import { formatTime, type Id, newId, Refused } from '@lms/contract'
import { cancelTasks, mapPage } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { openTo, studyOf } from '../../study/schedule/study-in-lesson.ts'
import { fits } from '../questions/answer-schema.ts'
import { versionKey } from '../questions/question.store.ts'
import { assignAttempt, refuseReviewedByOther } from './assign.ts'
import { quizAttempts, refusals } from './attempt.contract.ts'
import { attemptsLeft, endOf, isOver } from './attempt.rules.ts'
import type { AttemptRow } from './attempt.store.ts'
import { armEnd, endAttempt } from './attempt.task.ts'
import { withLinks } from './attempt-links.ts'
import { drawFor } from './draw.ts'
import { finishAttempt } from './finish.ts'
import { reviewAttempt } from './review.ts'
import { cardsOf, detailOf } from './visible-attempt.ts'

export const attemptHandlers = builder.implement(
  quizAttempts,
  {
    list: async ({ query, caller }, stores) => {
      const page = await stores.attempts.page(query)
      return { ...mapPage(page, row => row), rows: await cardsOf(page.rows, { caller }, stores) }
    },

    // The row of the enrollment is locked first: of many starts at once each but one finds the attempt that runs.
    start: async ({ body, caller, now, emit, work }, stores) => {
      const { attempts, drawnQuestions, questions, quizzes } = stores
      const seen = await quizzes.find(body.quiz_id)
      if (!seen) throw new Refused(refusals.quiz_unknown)
      const enrollment = await studyOf(body.enrollment_id, seen.course_id, stores)
      const quiz = await quizzes.hold(seen.id)
      if (!quiz) throw new Refused(refusals.quiz_unknown)
      const [opening, before] = await Promise.all([
        openTo(enrollment, quiz.lesson_id, stores, now),
        attempts.ofPerson(enrollment.id, quiz.id),
      ])
      const running = before.find(({ status }) => status === 'running')
      if (running && !isOver(running, now)) return detailOf(running, { caller, now }, stores)
      const id: Id<'att'> = newId('att')
      const picked = await drawFor(quiz, id, stores)
      if (picked.length === 0) throw new Refused(refusals.quiz_empty)
      if (attemptsLeft(before, quiz, opening) < 1) throw new Refused(refusals.attempts_used_up)
      // Its task has not come to it yet.
      if (running)
        await finishAttempt(
          await attempts.lockAnyVersion(running.id),
          running.ends_at!,
          { emit, work },
          stores,
        )
      // It would be over as it begins, and be used up.
      if (opening.due_at !== null && opening.due_at <= now) throw new Refused(refusals.deadline_passed)
      const names = picked.map(({ id, number }) => ({ question_id: id, number }))
      const ends = endOf(quiz, now, opening)
      const createdAttempt = attempts.insert({
        ...attempts.fresh(id),
        quiz_id: quiz.id,
        course_id: quiz.course_id,
        lesson_id: quiz.lesson_id,
        enrollment_id: enrollment.id,
        user_id: enrollment.user_id,
        number: (before[0]?.number ?? 0) + 1,
        status: 'running',
        started_at: now,
        ends_at: ends && formatTime(ends),
        finished_at: null,
        score: null,
        max_score: 0,
        passed: null,
        due_at: opening.due_at,
        asked: names,
        group_id: enrollment.group_id,
        ...{ curator_id: null, claim_expires_at: null, review_due_at: null },
      })
      questions.use(names)
      drawnQuestions.note(quiz.id, picked)
      armEnd(work, createdAttempt)
      return detailOf(createdAttempt, { caller, now }, stores)
    },

    get: async ({ path, ...input }, stores) =>
      withLinks(await detailOf(await stores.attempts.get(path.id), input, stores), input),

    save: async ({ path, body, now }, stores) => {
      const { attempts } = stores
      const attempt = await attempts.lock(path.id)
      if (isOver(attempt, now)) throw new Refused(refusals.time_over)
      if (attempt.status !== 'running') throw new Refused(refusals.attempt_finished)
      // At the end of the lesson the attempt ends, too, with the same grace.
      const enrollment = await stores.enrollments.find(attempt.enrollment_id)
      await openTo(enrollment, attempt.lesson_id, stores, now, { afterEnd: true })
      await refuseUnfit(attempt, body.answers, stores)
      const saved = (await attempts.answersOf([attempt.id])).get(attempt.id)!
      const newest = newestOf(body.answers)
      const newer = newest.filter(
        ({ question_id, revision }) => revision > (saved.get(question_id)?.revision ?? 0),
      )
      attempts.saveAnswers(
        attempt.id,
        newer.map(each => ({ ...each, score: null, comment: '' })),
      )
      return {
        id: attempt.id,
        ends_at: attempt.ends_at,
        saved: newest.map(({ question_id, revision }) => ({
          question_id,
          revision: Math.max(revision, saved.get(question_id)?.revision ?? 0),
        })),
      }
    },

    finish: async ({ path, caller, now, emit, work }, stores) => {
      const attempt = await lockWithStudy(path.id, stores)
      if (attempt.status !== 'running') return detailOf(attempt, { caller, now }, stores)
      const at = isOver(attempt, now) ? attempt.ends_at! : now
      const saved = await finishAttempt(attempt, at, { emit, work }, stores)
      cancelTasks(work, endAttempt, [attempt.id])
      return detailOf(saved, { caller, now }, stores)
    },

    review: async ({ path, body, caller, now, emit, work, runtime }, stores) => {
      const attempt = await lockWithStudy(path.id, stores)
      if (attempt.status === 'running') throw new Refused(refusals.attempt_running)
      if (attempt.user_id === caller.user) throw new Refused(refusals.attempt_own)
      if (body.scores === undefined) {
        const { curator_id = null } = body
        const saved = await assignAttempt(attempt, curator_id, { caller, now, runtime, work }, stores)
        return detailOf(saved, { caller, now }, stores)
      }
      refuseReviewedByOther(attempt, caller, now)
      await stores.people.holdCaller(caller)
      const reviewed = await reviewAttempt(attempt, body.scores, caller.user, { emit, work }, stores)
      // What was saved now is not read yet.
      return detailOf(reviewed.attempt, { caller, now }, stores, reviewed.answers)
    },
  },
  expanders,
)

/** The attempt, locked after its enrollment: a passed quiz completes a lesson, and a start locks in this order, too. */
async function lockWithStudy(id: string, { attempts, enrollments }: Stores): Promise<AttemptRow> {
  await enrollments.lockPairs([await attempts.get(id)])
  return attempts.lock(id)
}

type Sent = Parameters<typeof fits>[0]
interface SentAnswer {
  question_id: Id<'qst'>
  revision: number
  answer: Sent | null
}

/** Refuses answers to questions that the attempt does not ask, or of another form. */
async function refuseUnfit(
  attempt: AttemptRow,
  sent: readonly SentAnswer[],
  { questions }: Stores,
): Promise<void> {
  const versions = await questions.versions(attempt.asked)
  const versionById = new Map(attempt.asked.map(name => [name.question_id, versions.get(versionKey(name))!]))
  const details = sent.flatMap(({ question_id, answer }, index) => {
    const version = versionById.get(question_id)
    const path = `body.answers.${index}`
    if (!version) return [{ path: `${path}.question_id`, message: 'is no question of this attempt' }]
    return answer === null || fits(answer, version.content)
      ? []
      : [
          {
            path: `${path}.answer`,
            message: `does not answer this question of the kind ${version.content.kind}`,
          },
        ]
  })
  if (details.length) throw new Refused(refusals.answer_invalid, undefined, { details: details.slice(0, 50) })
}

/** Of several answers to one question that with the highest revision. */
function newestOf(answers: readonly SentAnswer[]): SentAnswer[] {
  const newest = new Map<string, SentAnswer>()
  for (const each of answers)
    if (each.revision > (newest.get(each.question_id)?.revision ?? 0)) newest.set(each.question_id, each)
  return [...newest.values()]
}
