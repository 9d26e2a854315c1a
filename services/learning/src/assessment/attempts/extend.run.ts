// More time reaches the attempts that run: an exception for a person or a flow, a later deadline. An end that was promised
// when an attempt began stays: none comes sooner.
import { formatTime } from '@lms/contract'
import { builder } from '../../builder.ts'
import { extendAttempts } from '../../study/openings/opening.task.ts'
import { schedulesOf } from '../../study/schedule/enrollment-schedule.ts'
import { endOf, isOver } from './attempt.rules.ts'
import { armEnd } from './attempt.task.ts'

export const extendAttemptsTask = builder.batch(extendAttempts, async ({ payloads, work, now }, stores) => {
  const seen = await stores.enrollments.many(payloads.map(({ enrollment_id }) => enrollment_id))
  const locked = [...(await stores.enrollments.lockPairs(seen)).values()]
  const ids = locked.map(({ id }) => id)
  const unfinished = await stores.attempts.lockRunning('enrollment_id', ids)
  const running = unfinished.filter(attempt => !isOver(attempt, now))
  if (running.length === 0) return
  const lessons = new Set(running.map(({ lesson_id }) => lesson_id))
  const studying = locked.filter(({ status }) => status === 'active' || status === 'completed')
  const [schedules, quizRows] = await Promise.all([
    schedulesOf(studying, stores, now, lessons),
    stores.quizzes.many([...new Set(running.map(({ quiz_id }) => quiz_id))]),
  ])
  const quizzes = new Map<string, (typeof quizRows)[number]>(quizRows.map(quiz => [quiz.id, quiz]))
  for (const attempt of running) {
    const schedule = schedules.find(({ enrollment }) => enrollment.id === attempt.enrollment_id)
    const opening = schedule?.lessons.find(({ lesson_id }) => lesson_id === attempt.lesson_id)
    const quiz = quizzes.get(attempt.quiz_id)
    // Nobody works in a closed lesson.
    if (!quiz || !opening || opening.status === 'closed') continue
    const end = endOf(quiz, attempt.started_at, opening)
    const ends_at = end && formatTime(end)
    if (attempt.ends_at === null || (ends_at !== null && ends_at <= attempt.ends_at)) continue
    armEnd(work, stores.attempts.save(attempt, { ends_at, due_at: opening.due_at }))
  }
})
