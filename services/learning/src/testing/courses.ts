// Schools with courses, for specs.
import { type Envelope, newId } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { learningContract } from '../contract.ts'

/** A school with a course of one module. */
export async function schoolWithCourse(system: TestSystem) {
  const caller = system.caller()
  const api = system.client('learning', learningContract.resources, caller)
  const course = await api.courses.create({ body: { title: 'Watercolour' } })
  const addModule = (title = 'Module') => api.modules.create({ body: { course_id: course.id, title } })
  const module = await addModule()
  const addLesson = (fields: object = {}) =>
    api.lessons.create({ body: { module_id: module.id, title: 'Lesson', ...fields } })
  const addText = (lessonId: string, html = '<p>Text</p>') =>
    api.lessonBlocks.create({ path: { id: lessonId }, body: { content: { kind: 'text', html } } })
  const publish = (body: object = {}) =>
    api.publications.publish({ path: { id: course.id }, body: { action: 'publish', ...body } })
  /** The events of the school since it was made, the oldest first. */
  const events = async (): Promise<Envelope<any>[]> => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from learning.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
  }
  const student = system.client(
    'learning',
    learningContract.resources,
    system.caller({ school: caller.school, role: 'student', user: newId('usr') }),
  )
  return { caller, api, course, module, addModule, addLesson, addText, publish, events, student }
}
