// Random histories of corrections over HTTP: what is accepted has the lateness and the score of the deadlines that hold then,
// and an answer of a quiz the words and the score of what was chosen.
import { formatTime } from '@lms/contract'
import { startSystem, type TestSystem, testSeed } from '@lms/testing'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

const [hour, day] = [3_600_000, 86_400_000]
let system: TestSystem
let now = Date.parse('2026-11-23T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const step = fc.record({
  kind: fc.constantFrom('send', 'extend', 'return', 'return with a deadline', 'accept', 'waive'),
  hours: fc.integer({ min: 1, max: 60 }),
  ahead: fc.integer({ min: -60, max: 120 }),
  score: fc.integer({ min: 0, max: 1000 }),
})

/** An attempt, and the deadline of its return if it was returned. */
interface Sent {
  at: number
  returned: boolean
  due: number | null
}

const daysBetween = (due: number | null, at: number) =>
  due === null || at <= due ? 0 : Math.max(1, Math.floor(at / day) - Math.floor(due / day))

/** How late the last attempt is by these deadlines. */
function lateness(attempts: readonly Sent[], due: number | null): number {
  const last = attempts.at(-1)!
  const before = attempts.slice(0, -1).findLastIndex(({ returned }) => returned)
  if (before < 0) return daysBetween(due, last.at)
  const returned = attempts[before]!
  return returned.due === null
    ? lateness(attempts.slice(0, before + 1), due)
    : daysBetween(returned.due, last.at)
}

test('homework is accepted with the lateness of the deadlines that hold then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 14 }), async steps => {
      const school = await homeworkSchool(system, { late: 'penalty', penalty_percent: 10 })
      const { api, course, student, curator, send } = school
      await api.courses.update({ path: { id: course.id }, body: { time_zone: 'UTC' } })
      const extend = (due: number) =>
        api.lessonOverrides.create({
          body: { user_id: student.id, course_id: course.id, due_at: formatTime(new Date(due)) },
        })
      let due = now + day
      await extend(due)
      const attempts: Sent[] = [{ at: now, returned: false, due: null }]
      const { id } = await send()
      const path = { id }
      let state: 'waits' | 'returned' | 'accepted' = 'waits'
      for (const { kind, hours, ahead, score } of steps) {
        now += hours * hour
        if (kind === 'send' && state === 'returned') {
          await send()
          attempts.push({ at: now, returned: false, due: null })
          state = 'waits'
        }
        if (kind === 'extend') {
          due = now + ahead * hour
          await extend(due)
        }
        if (kind.startsWith('return') && state !== 'returned') {
          const until = kind === 'return' ? null : now + Math.abs(ahead + 1) * hour
          const due_at = until === null ? null : formatTime(new Date(until))
          await curator.homework.giveBack({ path, body: { comment: 'Once more', due_at } })
          Object.assign(attempts.at(-1)!, { returned: true, due: until })
          state = 'returned'
        }
        if ((kind === 'accept' || kind === 'waive') && state !== 'returned') {
          const late = lateness(attempts, due)
          const percent = kind === 'waive' ? 100 : Math.max(0, 100 - 10 * late)
          const body = { score, waive_penalty: kind === 'waive' }
          const accepted = await curator.homework.accept({ path, body })
          expect(accepted).toMatchObject({
            days_late: late,
            given_score: score,
            score: Math.floor((score * percent * 2 + 100) / 200),
          })
          const book = await api.gradebooks.list({ path: { id: course.id } })
          expect(book.data[0]!.grades).toMatchObject([{ status: 'accepted', score: accepted.score }])
          state = 'accepted'
        }
        await system.services.learning!.workOffTasks()
      }
    }),
    { numRuns: 4, seed: testSeed, endOnFailure: true },
  )
}, 120_000)

const correction = fc.record({
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  right: fc.nat(2),
  renames: fc.boolean(),
})

test('an answer keeps its words, and gets the score of the last key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.array(correction, { minLength: 3, maxLength: 6 }),
      async (chosen, corrections) => {
        const { api, lesson, student } = await homeworkSchool(system)
        const quiz = await api.quizzes.create({
          body: { lesson_id: lesson.id, title: 'Papers', pass_percent: 100 },
        })
        let words = ['Cotton', 'Copy', 'Rice']
        const first = words[chosen]!
        const question = await api.questions.create({
          path: { id: quiz.id },
          body: {
            content: {
              kind: 'single',
              prompt: 'Which paper?',
              options: words.map((text, index) => ({ text, correct: index === 0 })),
            },
          },
        })
        const begun = await student.quizAttempts.start({
          body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id },
        })
        const path = { id: begun.id }
        const { asked: presented } = begun.questions[0]!
        const options = presented.kind === 'single' ? presented.options : []
        const ids = words.map(text => options.find(option => option.text === text)!.id)
        const answer = { kind: 'single' as const, option_id: ids[chosen]! }
        await student.quizAttempts.save({
          path,
          body: { answers: [{ question_id: question.id, revision: 1, answer }] },
        })
        await student.quizAttempts.finish({ path })
        for (const [count, { order, right, renames }] of corrections.entries()) {
          now += hour
          if (renames) words = words.map((text, index) => (index === right ? `${text} ${count}` : text))
          await api.questions.update({
            path: { id: quiz.id, questionId: question.id },
            body: {
              regrade: true,
              content: {
                kind: 'single',
                prompt: 'Which paper?',
                options: order.map(index => ({
                  id: ids[index]!,
                  text: words[index]!,
                  correct: index === right,
                })),
              },
            },
          })
          await system.services.learning!.workOffTasks()
          const read = await api.quizAttempts.get({ path })
          const { asked: shown, answer: kept } = read.questions[0]!
          expect(kept).toEqual(answer)
          const texts = shown.kind === 'single' ? shown.options : []
          expect(texts.find(({ id }) => id === answer.option_id)?.text).toBe(first)
          expect(read.result?.score).toBe(chosen === right ? 100 : 0)
        }
      },
    ),
    { numRuns: 4, seed: testSeed, endOnFailure: true },
  )
}, 120_000)
