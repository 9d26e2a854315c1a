// What hangs on a lesson that is closed to a student: each thing carries a word of its own, which is then looked for in every
// answer that the student gets. The structure of the course, with the titles of its lessons, is for everyone.
import { eventually } from '@lms/testing'
import { entryOf, type School } from '@lms/testing/contract-suite'
import { pixel } from '@lms/testing/examples'
import { type IdsByPath, type Read, readAll, reads } from './reading.ts'
import type { Staff } from './staff.ts'

/** What each closed lesson has. Students never read a question but in an attempt. */
const things = ['block', 'file', 'homework', 'task', 'quiz', 'instructions', 'comment', 'reply'] as const
/** Why the lessons are closed: by a date, behind a lesson whose homework is to be accepted, before the start of a flow. */
const closings = ['dated', 'stopped', 'unbegun'] as const

const wordOf = (closing: string, thing: string) => `canary${closing}${thing}`
const words = closings.flatMap(closing => things.map(thing => wordOf(closing, thing)))
const foundIn = (text: string) => words.filter(word => text.includes(word))

interface World {
  student: { id: string }
  course_id: string
  lessons: Record<(typeof closings)[number], string>
  tasks: { lesson_id: string; assignment_id: string; quiz_id: string; comment_id: string }[]
  enrollment_id: string
  readIds: () => IdsByPath
}

/** A course with an open lesson and those that are closed for each reason, and a student who studies it in a flow. */
async function planting(api: School): Promise<World> {
  const open = await api.make('lessons.create', { status: 'published' })
  const { course_id, module_id } = open
  const text = { kind: 'text', html: '<p>Wet the paper.</p>' }
  await api.done('lessonBlocks.create', { path: { id: open.id }, body: { content: text } })
  await api.done('assignments.create', { body: { lesson_id: open.id, title: 'Open homework' } })
  const conditions = {
    dated: { kind: 'date', at: '2100-01-01T00:00:00Z' },
    stopped: { kind: 'after_acceptance', lesson_id: open.id },
    unbegun: { kind: 'days_after', from: 'flow_start', days: 0 },
  }
  const lessons = {} as World['lessons']
  const idsByPath: IdsByPath = new Map([
    ['/v1/courses', new Set([course_id])],
    ['/v1/lessons', new Set([open.id])],
  ])
  const tasks: World['tasks'] = []
  for (const closing of closings) {
    const lesson = await api.make('lessons.create', { module_id, status: 'published' })
    lessons[closing] = lesson.id
    const rules = { conditions: [conditions[closing]], deadline: null }
    await api.done('lessonAccessRules.set', { path: { id: lesson.id }, body: rules })
    tasks.push(await filling(api, lesson.id, closing))
    idsByPath.get('/v1/lessons')!.add(lesson.id)
  }
  for (const [path, of] of [
    ['/v1/assignments', 'assignment_id'],
    ['/v1/quizzes', 'quiz_id'],
    ['/v1/comments', 'comment_id'],
  ] as const)
    idsByPath.set(path, new Set(tasks.map(each => each[of])))
  await api.done('publications.publish', { path: { id: course_id }, body: { action: 'publish' } })
  const student = await api.make('users.create', { role: 'student' })
  idsByPath.set('/v1/users', new Set([student.id]))
  const flow = await api.make('groups.create', { starts_at: '2100-01-01T00:00:00Z' })
  await api.done('members.add', { path: { id: flow.id }, body: { user_id: student.id } })
  await api.done('accesses.create', { body: { user_id: student.id, course_id } })
  const study = { user_id: student.id, course_id, group_id: flow.id }
  const { id: enrollment_id } = await api.done('enrollments.create', { body: study })
  const copied = () => new Map([...idsByPath].map(([path, ids]) => [path, new Set(ids)]))
  return { student, course_id, lessons, tasks, enrollment_id, readIds: copied }
}

/** Puts a thing of each kind into the lesson. */
async function filling(api: School, lesson_id: string, closing: string): Promise<World['tasks'][number]> {
  const word = (thing: (typeof things)[number]) => wordOf(closing, thing)
  const file = await api.make('files.start', { name: `${word('file')}.png` })
  await api.put(file.upload.parts[0], pixel)
  await api.done('files.complete', { path: { id: file.id } })
  for (const content of [
    { kind: 'text', html: `<p>${word('block')}</p>` },
    { kind: 'file', file_id: file.id, title: word('file') },
  ])
    await api.done('lessonBlocks.create', { path: { id: lesson_id }, body: { content } })
  const assignment = await api.done('assignments.create', {
    body: { lesson_id, title: word('homework'), text: word('task') },
  })
  const quiz = await api.done('quizzes.create', {
    body: { lesson_id, title: word('quiz'), description: word('instructions') },
  })
  const question = { content: { kind: 'text', prompt: 'A?', accepted: ['b'] } }
  await api.done('questions.create', { path: { id: quiz.id }, body: question })
  const comment = await api.done('comments.create', { body: { lesson_id, text: word('comment') } })
  await api.done('comments.create', { body: { parent_id: comment.id, text: word('reply') } })
  return { lesson_id, assignment_id: assignment.id, quiz_id: quiz.id, comment_id: comment.id }
}

/** Registers the tests. */
export function closedLessons(staff: () => Staff): void {
  let world: World
  beforeAll(async () => {
    world = await planting(staff().api)
  })

  const as =
    (headers: Record<string, string>): Read =>
    ({ operation }, path) =>
      staff().gateway.call(operation.method, `/api${path}`, { host: staff().at.host, headers })
  const owner = () => ({ authorization: `Bearer ${staff().at.key}` })
  const student = () => ({ ...owner(), 'x-on-behalf-of': world.student.id })
  const wordsRead = async (headers: Record<string, string>) => {
    const answers = await readAll(
      reads.filter(({ service }) => service === 'learning' || service === 'site'),
      world.readIds(),
      as(headers),
    )
    return [...answers].flatMap(([name, text]) => foundIn(text).map(word => `${word} in ${name}`))
  }
  const namesOf = (read: readonly string[]) => [...new Set(read.map(each => each.split(' ')[0]!))].sort()

  test('staff read every word: the search would find one', async () => {
    expect(namesOf(await wordsRead(owner()))).toEqual(words.toSorted())
  })

  test('no answer tells the student one, in no list, by no filter, nor by the id of a thing', async () => {
    expect(await wordsRead(student())).toEqual([])
  })

  test.each([
    ['assignments.get', 'assignment_id'],
    ['quizzes.get', 'quiz_id'],
    ['comments.get', 'comment_id'],
  ] as const)('%s says why, as the blocks do', async (id, of) => {
    for (const task of world.tasks) {
      const options = { path: { id: task[of] }, onBehalfOf: world.student.id }
      expect(await staff().api.ask(entryOf(id), options)).toMatchObject({
        status: 403,
        body: { error: { reason: 'lesson_closed' } },
      })
    }
  })

  test('nothing of one is begun', async () => {
    const { enrollment_id } = world
    for (const { assignment_id, quiz_id, lesson_id, comment_id } of world.tasks)
      for (const [id, body] of [
        ['homework.create', { assignment_id, enrollment_id, text: 'a' }],
        ['quizAttempts.start', { quiz_id, enrollment_id }],
        ['comments.create', { lesson_id, text: 'a' }],
        ['comments.create', { parent_id: comment_id, text: 'a' }],
      ] as const) {
        const { status, body: answer } = await staff().api.ask(entryOf(id), {
          body,
          onBehalfOf: world.student.id,
        })
        expect({ id, status, reason: answer.error?.reason }).toEqual({
          ...{ id, status: 403, reason: 'lesson_closed' },
        })
      }
  })

  test('once a lesson is opened to the student, its things are read; those of the others are not', async () => {
    const { student: person, course_id, lessons } = world
    const body = { user_id: person.id, course_id, lesson_ids: [lessons.dated], opening: 'open' }
    await staff().api.done('lessonOverrides.create', { body })
    const opened = things.map(thing => wordOf('dated', thing)).sort()
    await eventually('the opening', async () => {
      const read = namesOf(await wordsRead(student()))
      expect(read.filter(word => !opened.includes(word))).toEqual([])
      return read.length === opened.length
    })
  })
}
