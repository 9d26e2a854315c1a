// A school that studies, made by the API: what requests are measured on.
import { type Id, newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import type { Request } from '../area.ts'

const [moduleCount, lessonsOfModule] = [10, 50]
const studentCount = 50
const quizCount = 100
/** Students who are made at once. */
const together = 10

/** Requests by what they measure. */
export type Studies = Awaited<ReturnType<typeof makeStudies>>

/** A course of 500 lessons with a rule each, one of 100 quizzes, and 50 students who have reported, answered and finished. */
export async function makeStudies(system: TestSystem) {
  const owner = system.caller()
  const clients = (caller = owner) => ({
    ...system.client('users', usersContract.resources, caller),
    ...system.client('learning', learningContract.resources, caller),
  })
  const api = clients()
  const lessonIn = async (module_id: Id<'mod'>) => {
    const lesson = await api.lessons.create({ body: { module_id, title: 'Lesson', status: 'published' } })
    const { id: block_id } = await api.lessonBlocks.create({
      path: { id: lesson.id },
      body: { content: { kind: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'Film' } },
    })
    return { ...lesson, block_id }
  }
  const makeCourse = async (title: string, modules: number, lessons: number) => {
    const course = await api.courses.create({ body: { title, time_zone: 'Europe/Berlin' } })
    const createdLessons: Awaited<ReturnType<typeof lessonIn>>[] = []
    for (let count = 0; count < modules; count++) {
      const module = await api.modules.create({ body: { course_id: course.id, title: `Module ${count}` } })
      for (let lesson = 0; lesson < lessons; lesson++) createdLessons.push(await lessonIn(module.id))
    }
    return { course, lessons: createdLessons }
  }
  const large = await makeCourse('Watercolour', moduleCount, lessonsOfModule)
  for (const [index, { id }] of large.lessons.entries())
    await api.lessonAccessRules.set({
      path: { id },
      body: { conditions: [{ kind: 'days_after', from: 'own_start', days: index % 300 }], deadline: null },
    })
  const graded = await makeCourse('Papers', 1, 1)
  for (const { course } of [large, graded])
    await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  const quizzes: { id: Id<'quz'> }[] = []
  for (let count = 0; count < quizCount; count++) {
    const quiz = await api.quizzes.create({
      body: { lesson_id: graded.lessons[0]!.id, title: `Quiz ${count}` },
    })
    const option = (text: string, correct: boolean) => ({ text, correct })
    await api.questions.create({
      path: { id: quiz.id },
      body: {
        content: { kind: 'single', prompt: 'Which?', options: [option('One', true), option('Two', false)] },
      },
    })
    quizzes.push(quiz)
  }

  const schedules: Request[] = []
  const reports: Request[] = []
  const answers: Request[] = []
  const enrollmentIds: Id<'enr'>[] = []
  const study = async () => {
    const { id: user_id } = await api.users.create({ body: { email: `${newId('usr')}@school.org` } })
    const enroll = async (course_id: Id<'crs'>) => {
      await api.accesses.create({ body: { user_id, course_id } })
      return (await api.enrollments.create({ body: { user_id, course_id } })).id
    }
    const by = system.caller({ school: owner.school, role: 'student', user: user_id })
    const own = clients(by)
    enrollmentIds.push(await enroll(large.course.id))
    const enrollment_id = await enroll(graded.course.id)
    for (const quiz of quizzes) {
      const { id, questions } = await own.quizAttempts.start({ body: { quiz_id: quiz.id, enrollment_id } })
      const [question] = questions
      if (quiz !== quizzes.at(-1)) await own.quizAttempts.finish({ path: { id } })
      else if (question?.asked.kind === 'single') {
        const answer = { kind: 'single', option_id: question.asked.options[0]!.id }
        const body = { answers: [{ question_id: question.question_id, revision: 1, answer }] }
        answers.push({ by, method: 'PUT', path: `/v1/quiz-attempts/${id}/answers`, body })
      }
    }
    schedules.push({ by, path: `/v1/lesson-schedule?course_id=${large.course.id}` })
    const report = {
      block_id: large.lessons[0]!.block_id,
      segments: [{ from: 0, to: 30 }],
      position_seconds: 30,
    }
    reports.push({ by, method: 'POST', path: '/v1/progress/events', body: { reports: [report] } })
  }
  for (let count = 0; count < studentCount; count += together)
    await Promise.all(Array.from({ length: together }, study))
  const structure: Request[] = [{ by: owner, path: `/v1/courses/${large.course.id}/structure` }]
  const gradebook: Request[] = [{ by: owner, path: `/v1/courses/${graded.course.id}/gradebook?limit=50` }]
  return {
    school: owner.school,
    courseId: large.course.id,
    enrollmentIds,
    requests: {
      'structure of 500 lessons': structure,
      'one schedule of 500 lessons': schedules,
      'one report': reports,
      'gradebook, 50 people and 100 quizzes': gradebook,
      'saving an answer': answers,
    },
  }
}
