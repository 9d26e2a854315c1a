import { builder } from '../../builder.ts'
import { passes } from '../questions/scoring.rules.ts'
import { regradeQuiz } from '../quizzes/regrade-quiz.task.ts'
import type { AttemptRow } from './attempt.store.ts'
import { enterPassed } from './finish.ts'

const attemptsAtOnce = 50

// What was passed stays passed, and the attempts of an erased person stay as they are.
export const regradeQuizTask = builder.task(
  regradeQuiz,
  async ({ payload: { quiz_id, judges }, state, work }, stores) => {
    const { attempts, grades, people, quizzes } = stores
    const [rows, percent] = await Promise.all([
      attempts.lockOfQuiz(quiz_id, state?.after ?? '', attemptsAtOnce),
      quizzes.passPercent(quiz_id),
    ])
    /** By enrollment: several attempts of a person that pass now complete a lesson once. */
    const passing = new Map<string, { row: AttemptRow; saved: AttemptRow }>()
    for (const row of rows) {
      if (row.status === 'running' || (await people.isErased(row.user_id))) continue
      const { score } = row
      if (judges && score !== null && !row.passed && passes(score, row.max_score, percent))
        passing.set(row.enrollment_id, { row, saved: attempts.save(row, { passed: true }) })
      grades.fromAttempts(row.enrollment_id, quiz_id)
    }
    for (const { row, saved } of passing.values()) await enterPassed(row, saved, { work }, stores)
    const last = rows.at(-1)
    return rows.length === attemptsAtOnce && last ? { state: { after: last.id } } : undefined
  },
)
