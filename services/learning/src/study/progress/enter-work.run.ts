import { builder } from '../../builder.ts'
import { keyOf } from '../rights/right.store.ts'
import { enter, type Happened } from './enter.ts'
import { enterWork } from './enter-work.task.ts'

/** Lessons of one step. */
const lessonsAtOnce = 50

export const enterWorkTask = builder.task(enterWork, async ({ payload, state, now, work }, stores) => {
  const { enrollments, lessonProgress } = stores
  const done = await lessonProgress.unentered(payload, state?.from ?? '', lessonsAtOnce)
  if (done.length === 0) return
  const [locked, lessons] = await Promise.all([
    enrollments.lockPairs(done),
    lessonProgress.ruled([...new Set(done.map(({ lesson_id }) => lesson_id))]),
  ])
  for (const [pair, own] of Map.groupBy(done, keyOf)) {
    const enrollment = locked.get(pair)
    const happened = lessons.flatMap((lesson): Happened[] => {
      const whats = own.flatMap(({ lesson_id, what }) => (lesson_id === lesson.id ? what : []))
      const changes = {
        ...(whats.includes('quiz') && { quiz_passed_at: now }),
        ...(whats.includes('homework') && { homework_accepted_at: now }),
      }
      return whats.length ? [{ lesson, changes }] : []
    })
    if (enrollment) await enter(enrollment, happened, stores, work)
  }
  // What was entered is not found again, so that the last enrollment may have more.
  return done.length === lessonsAtOnce ? { state: { from: done.at(-1)!.enrollment_id } } : undefined
})
