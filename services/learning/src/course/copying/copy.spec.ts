import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
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
    const placeholders = new Map<string, string>()
    return {
      ids: new Set(text.match(inner)),
      text: text.replace(inner, match => {
        if (!placeholders.has(match)) placeholders.set(match, `${match.slice(0, 3)} ${placeholders.size}`)
        return placeholders.get(match)!
      }),
    }
  }
  const [source, copyShape] = [await shape(course.id), await shape(copy.id)]
  expect(copyShape.text).toBe(source.text)
  expect([...copyShape.ids].filter(id => source.ids.has(id))).toEqual([])
  const copyEvents = (await events()).filter(({ data }) => data.object.id === copy.id)
  expect(copyEvents.map(({ type }) => type)).toEqual(['course.created', 'course.updated'])
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

test('a copy that fails for good says so, and has nothing left to wait for', async () => {
  const { api, course, addLesson, addText } = await schoolWithCourse(system)
  await addLesson()
  await addText((await addLesson()).id, '<p>Text</p>')
  const copying = `from learning.tasks where queue = 'fill-copy' and key = $1`
  const { id } = await asOwner(system.ownerUrl, async client => {
    await client.query('alter table learning.lesson_blocks add constraint full_disk check (false) not valid')
    const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
    await eventually('a first failure', async () => {
      const { rows } = await client.query(`select failures ${copying}`, [copy.id])
      return rows[0]?.failures > 0
    })
    // As many as the task may have.
    await client.query(
      `update learning.tasks set failures = 9, due_at = now() - interval '1 hour' where id in (select id ${copying})`,
      [copy.id],
    )
    return copy
  })
  const isEnded = async () => {
    await system.services.learning!.workOffTasks()
    const { building } = await api.courses.get({ path: { id } })
    return building!.problems.length > 0
  }
  await eventually('the end', isEnded)
  expect(await api.courses.get({ path: { id } })).toMatchObject({
    building: {
      done: 2,
      total: 2,
      problems: ['The content of 2 lessons could not be copied. Delete this course, and copy it again.'],
    },
  })
  await asOwner(system.ownerUrl, client =>
    client.query('alter table learning.lesson_blocks drop constraint full_disk'),
  )
})

test('a copy of a course that is itself being filled waits for it', async () => {
  const { api, course, addLesson, addText } = await schoolWithCourse(system)
  const lessons = [await addLesson(), await addLesson()]
  const filled = (done: number) =>
    asOwner(system.ownerUrl, client =>
      client.query('update learning.courses set building = $2 where id = $1', [
        course.id,
        { done, total: 2, problems: [] },
      ]),
    )
  await filled(0)
  const { id: course_id } = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  await system.services.learning!.workOffTasks()
  for (const { id } of lessons) await addText(id)
  await filled(2)
  await eventually('the copy is full', async () => {
    await system.services.learning!.workOffTasks()
    return (await api.courses.get({ path: { id: course_id } })).building!.done === 2
  })
  const { modules } = await api.courseStructures.get({ path: { id: course_id } })
  expect(modules.flatMap(module => module.lessons.map(({ blocks }) => blocks.length))).toEqual([1, 1])
})
