import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../service.ts'
import { schoolWithCourse } from '../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
}, 60_000)
afterAll(() => system.stop())

const inner = /\b(crs|mod|les|lbk)_\w{26}\b/g

test('a copy is a draft that equals its course but for the ids, and fills in the background', async () => {
  const { api, course, addModule, addLesson, addText, publish, events } = await schoolWithCourse(system)
  const second = await addModule('Second')
  const lessons = []
  for (let number = 1; number <= 12; number++)
    lessons.push(await addLesson({ title: `Lesson ${number}`, status: 'published' }))
  lessons.push(await addLesson({ module_id: second.id, title: 'Last', required: false }))
  for (const [index, { id }] of lessons.entries()) {
    await addText(id, `<p>Text ${index}</p>`)
    await addText(id, '<p>More</p>')
  }
  await api.lessonAccessRules.set({
    path: { id: lessons[1]!.id },
    body: { conditions: [{ kind: 'after_lesson', lesson_id: lessons[0]!.id }] } as never,
  })
  const quiz = await api.quizzes.create({ body: { lesson_id: lessons[2]!.id, title: 'Papers' } })
  const content = { kind: 'order' as const, prompt: 'In which order?', items: ['Sky', 'Lake'] }
  await api.questions.create({ path: { id: quiz.id }, body: { content } })
  await api.assignments.create({ body: { lesson_id: lessons[2]!.id, title: 'A sky' } })
  await publish()
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: { title: 'Spring' } })
  expect(copy).toMatchObject({ title: 'Spring', status: 'draft', building: { total: 13, problems: [] } })
  await system.services.learning!.workOffTasks()
  expect(await api.courses.get({ path: { id: copy.id } })).toMatchObject({
    building: { done: 13, total: 13, problems: [] },
  })
  /** All of a course, with places instead of ids. */
  const shape = async (id: string) => {
    const { version: _, ...tree } = await api.courseStructures.get({ path: { id } })
    const ids = tree.modules.flatMap(module => module.lessons.map(lesson => lesson.id))
    const [blocks, rules] = [[] as object[], [] as object[]]
    for (const lesson of ids) {
      const { version: _, ...rule } = await api.lessonAccessRules.get({ path: { id: lesson } })
      rules.push(rule)
      const { data } = await api.lessonBlocks.list({ path: { id: lesson } })
      blocks.push(data.map(({ content, position }) => ({ content, position })))
      const quizzes = (await api.quizzes.list({ query: { lesson_id: lesson } })).data
      for (const { id, title, pass_percent } of quizzes) {
        const questions = (await api.questions.list({ path: { id } })).data
        blocks.push([title, pass_percent, questions.map(({ content, number }) => [content, number])])
      }
      const homework = (await api.assignments.list({ query: { lesson_id: lesson } })).data
      blocks.push(homework.map(({ title, review_hours }) => [title, review_hours]))
    }
    const text = JSON.stringify({ tree, blocks, rules })
    const places = new Map<string, string>()
    return {
      ids: new Set(text.match(inner)),
      text: text.replace(inner, found => {
        if (!places.has(found)) places.set(found, `${found.slice(0, 3)} ${places.size}`)
        return places.get(found)!
      }),
    }
  }
  const [source, made] = [await shape(course.id), await shape(copy.id)]
  expect(made.text).toBe(source.text)
  expect([...made.ids].filter(id => source.ids.has(id))).toEqual([])
  const told = (await events()).filter(({ data }) => data.object.id === copy.id)
  expect(told.map(({ type }) => type)).toEqual(['course.created', 'course.updated'])
})

test('a copy may leave opening rules and deadlines out', async () => {
  const { api, course, addLesson } = await schoolWithCourse(system)
  const [one, two] = [await addLesson(), await addLesson()]
  await api.lessonAccessRules.set({
    path: { id: two.id },
    body: { conditions: [{ kind: 'after_lesson', lesson_id: one.id }] } as never,
  })
  const { id } = await api.courseCopies.copy({ path: { id: course.id }, body: { schedule: false } })
  for (const lesson of (await api.lessons.list({ query: { course_id: id } })).data)
    expect(await api.lessonAccessRules.get({ path: { id: lesson.id } })).toMatchObject({ conditions: [] })
})
