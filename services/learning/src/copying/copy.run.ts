import { builder } from '../builder.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { mostCopyProblems } from '../courses/course.object.ts'
import { copied, newIdsFor } from './copy.rules.ts'
import { fillCopy } from './copy.task.ts'

const lessonsAtOnce = 10

export const fillCopyTask = builder.task(
  fillCopy,
  async ({ payload, state, now, emit }, { courses, lessons, blocks }) => {
    const done = state?.done ?? 0
    const next = payload.lessons.slice(done, done + lessonsAtOnce)
    const course = await courses.lockFor(payload.course_id)
    if (!course?.building) return
    const [sources, targets, contents] = await Promise.all([
      lessons.many(next.map(({ from }) => from)),
      lessons.many(next.map(({ to }) => to)),
      blocks.ofLessons(next.map(({ from }) => from)),
    ])
    const present = new Set<string>([...sources, ...targets].map(({ id }) => id))
    const titles = new Map<string, string>(targets.map(({ id, title }) => [id, title]))
    const ids = newIdsFor(contents.map(({ id }) => id))
    for (const { from, to } of next) ids.set(from, to)
    const rows = contents
      .map(block => ({ ...copied(block, ids, now), course_id: course.id }))
      .filter(({ lesson_id }) => present.has(lesson_id))
    blocks.insertCopies(rows)
    const gone = next.filter(({ from, to }) => present.has(to) && !present.has(from))
    const problems = gone.map(
      ({ to }) => `The lesson “${titles.get(to)}” was deleted from the course before its blocks were copied.`,
    )
    const total = payload.lessons.length
    const building = {
      done: done + next.length,
      total,
      problems: [...course.building.problems, ...problems].slice(0, mostCopyProblems),
    }
    const saved = courses.save(course, { building })
    if (building.done < total) return { state: { done: building.done } }
    emit(courseUpdated, saved, { previous: course })
  },
)
