import { type Id, maxOf, newId } from '@lms/contract'
import { quizzes as quizOperations } from '../../assessment/quizzes/quiz.contract.ts'
import { builder, type Stores } from '../../builder.ts'
import { assignments as assignmentOperations } from '../../homework/assignments/assignment.contract.ts'
import { workOf } from '../blocks/block-content.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import { maxCopyProblems } from '../courses/course.object.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { type CopiedLesson, copied, newIdsFor } from './copy.rules.ts'
import { fillCopy } from './copy.task.ts'

const lessonsAtOnce = 10
/** Before a course that is itself being filled is looked at again. */
const waitMs = 2000

export const fillCopyTask = builder.task(
  fillCopy,
  async ({ payload, state, now, emit, runtime }, stores) => {
    const { courses, lessons, blocks } = stores
    const done = state?.done ?? 0
    const next = payload.lessons.slice(done, done + lessonsAtOnce)
    const course = await courses.lockFor(payload.course_id)
    if (!course?.building) return
    const [sources, targets, contents] = await Promise.all([
      lessons.many(next.map(({ from }) => from)),
      lessons.many(next.map(({ to }) => to)),
      blocks.ofLessons(next.map(({ from }) => from)),
    ])
    if (await isFilling(sources[0], stores)) {
      const at = new Date(runtime.clock.now().getTime() + waitMs)
      return { state: { done }, at }
    }
    const present = new Set<string>([...sources, ...targets].map(({ id }) => id))
    const titles = new Map<string, string>(targets.map(({ id, title }) => [id, title]))
    const ids = newIdsFor(contents.map(({ id }) => id))
    for (const { from, to } of next) ids.set(from, to)
    const crowded: string[] = []
    const named = new Map<string, string>(payload.works.map(({ from, to }) => [from, to]))
    for (const pair of next.filter(({ from, to }) => present.has(from) && present.has(to))) {
      const work = await copyWork(pair, { course_id: course.id, named }, stores)
      for (const [from, to] of work ?? []) ids.set(from, to)
      if (!work)
        crowded.push(
          `The quizzes and homework of the lesson “${titles.get(pair.to)}” were left out: the school has as many as it may.`,
        )
    }
    const isThere = (workId: string | null) => workId === null || ids.has(workId)
    const rows = contents
      .filter(({ content }) => isThere(workOf(content)))
      .map(block => ({ ...copied(block, ids, now), course_id: course.id }))
      .filter(({ lesson_id }) => present.has(lesson_id))
    blocks.insertCopies(rows)
    const missingPairs = next.filter(({ from, to }) => present.has(to) && !present.has(from))
    const problems = missingPairs.map(
      ({ to }) => `The lesson “${titles.get(to)}” was deleted from the course before its blocks were copied.`,
    )
    const total = payload.lessons.length
    const building = {
      done: done + next.length,
      total,
      problems: [...course.building.problems, ...problems, ...crowded].slice(0, maxCopyProblems),
    }
    const saved = courses.save(course, { building })
    if (building.done < total) return { state: { done: building.done } }
    emit(courseUpdated, saved, { previous: course })
  },
  {
    failed: async ({ payload, state, emit }, { courses }) => {
      // What was copied stays: whoever made the copy may have changed it since.
      const course = await courses.lockFor(payload.course_id)
      if (!course?.building) return
      const total = payload.lessons.length
      const failureMessage = `The content of ${total - (state?.done ?? 0)} lessons could not be copied. Delete this course, and copy it again.`
      const problems = [failureMessage, ...course.building.problems].slice(0, maxCopyProblems)
      const saved = courses.save(course, { building: { done: total, total, problems } })
      emit(courseUpdated, saved, { previous: course })
    },
  },
)

/** Whether the course of a lesson is itself being filled, as a copy or an import: what is not there yet would be left out. */
async function isFilling(lesson: LessonRow | undefined, { courses }: Stores): Promise<boolean> {
  const course = lesson && (await courses.find(lesson.course_id))
  return course?.building ? course.building.done < course.building.total : false
}

/**
 * Copies the quizzes of a lesson with their questions, and its homework; what people made of them stays where it is. Returns
 * the new ids by the old ones; null if the school has no room for them.
 */
async function copyWork(
  { from, to }: CopiedLesson,
  { course_id, named }: { course_id: Id<'crs'>; named: ReadonlyMap<string, string> },
  stores: Stores,
): Promise<Map<string, string> | null> {
  const { assignments, questions, quizzes } = stores
  const ids = new Map<string, string>()
  const location = { lesson_id: to, course_id }
  const [quizzesOf, assignmentsOf] = await Promise.all([quizzes.ofLesson(from), assignments.ofLesson(from)])
  if (!(await hasRoom(quizzes, quizBound, quizzesOf.length))) return null
  if (!(await hasRoom(assignments, assignmentBound, assignmentsOf.length))) return null
  for (const quiz of quizzesOf) {
    const draws = quiz.draws.map(draw => ({
      ...draw,
      ...(draw.quiz_ids && { quiz_ids: draw.quiz_ids.map(id => (named.get(id) as Id<'quz'>) ?? id) }),
    }))
    const createdQuiz = quizzes.insert({
      ...quiz,
      draws,
      ...quizzes.fresh((named.get(quiz.id) as Id<'quz'>) ?? newId('quz')),
      ...location,
    })
    ids.set(quiz.id, createdQuiz.id)
    for (const question of await questions.ofQuiz(quiz.id))
      questions.keepVersion(
        questions.insert({
          ...question,
          ...questions.fresh(newId('qst')),
          ...{ quiz_id: createdQuiz.id, number: 1, named_since: 1 },
        }),
      )
  }
  for (const assignment of assignmentsOf) {
    const id = (named.get(assignment.id) as Id<'asg'>) ?? newId('asg')
    assignments.insert({ ...assignment, ...assignments.fresh(id), ...location })
    ids.set(assignment.id, id)
  }
  return ids
}

const quizBound = maxOf(quizOperations.create.bound)!.most
const assignmentBound = maxOf(assignmentOperations.create.bound)!.most

async function hasRoom(
  store: Pick<Stores['quizzes'], 'standing'>,
  most: number,
  more: number,
): Promise<boolean> {
  return more === 0 || (await store.standing(most)) + more <= most
}
