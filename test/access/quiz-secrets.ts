// What a quiz keeps from its students: its keys, explanations and notes carry words of their own, which are then looked for in
// every answer that a student gets, in all events, in the student's data and in all logs.
import type { Id } from '@lms/contract'
import { eventually, type TestSystem } from '@lms/testing'
import { type Ask, entryOf, type School } from '@lms/testing/contract-suite'
import { pixel } from '@lms/testing/examples'
import { type Heard, hear } from './heard-logs.ts'
import { type Answers, type IdsByPath, type Read, readAll, reads } from './reading.ts'
import type { Staff } from './staff.ts'

type Get = () => Staff & { system: TestSystem }

/** Where each word is planted. */
const planted = {
  text: 'canarytext',
  gap: 'canarygap',
  explanation: 'canaryexplanation',
  guidance: 'canaryguidance',
  number: '2718281',
  tolerance: '0.0314159',
  file: 'canaryfile',
}
type PlantedKey = keyof typeof planted

const questions = [
  { kind: 'text', prompt: 'a', accepted: [planted.text] },
  { kind: 'cloze', prompt: 'b', text: 'A {1}', gaps: [{ accepted: [planted.gap] }] },
  {
    kind: 'number',
    prompt: 'c',
    value: planted.number,
    tolerance: { kind: 'absolute', value: planted.tolerance },
  },
  { kind: 'open', prompt: 'd', guidance: planted.guidance },
  {
    kind: 'single',
    prompt: 'e',
    options: [
      { text: 'One', correct: false },
      { text: 'Two', correct: true },
    ],
  },
  {
    kind: 'match',
    prompt: 'f',
    pairs: [
      { left: 'Red', right: 'Warm' },
      { left: 'Blue', right: 'Cold' },
    ],
  },
  { kind: 'order', prompt: 'g', items: ['Wet', 'Paint', 'Dry'] },
]

/** The names of parts of a question that only staff get. */
const parts = /"(correct|accepted|guidance|tolerance|pairs|option_ids|item_ids|facility|versions)":/

/** Where a word of the quiz is found in what somebody got. */
function foundIn(text: string): (PlantedKey | 'part')[] {
  const keys = (Object.keys(planted) as PlantedKey[]).filter(key => text.includes(planted[key]))
  return parts.test(text) ? [...keys, 'part'] : keys
}

interface World {
  quiz_id: string
  course_id: string
  question_ids: string[]
  /** One that is finished and reviewed, and one that runs. */
  attempt_ids: [finished: string, running: string]
  student: { id: string }
  /** What the student was answered while taking the quiz. */
  answered: string
  readIds: () => IdsByPath
}

/** A published lesson with the quiz, another that opens later and has a file, and a student who takes the quiz. */
async function planting(api: School): Promise<World> {
  const lesson = await api.make('lessons.create', { status: 'published' })
  const { id: lesson_id, course_id } = lesson
  const file = await api.make('files.start', { name: `${planted.file}.png` })
  await api.put(file.upload.parts[0], pixel)
  await api.done('files.complete', { path: { id: file.id } })
  const closed = await api.make('lessons.create', { module_id: lesson.module_id, status: 'published' })
  const later = { conditions: [{ kind: 'date', at: '2100-01-01T00:00:00Z' }], deadline: null }
  await api.done('lessonAccessRules.set', { path: { id: closed.id }, body: later })
  const blocks = [
    [lesson_id, { kind: 'text', html: '<p>Wet the paper.</p>' }],
    [closed.id, { kind: 'file', file_id: file.id, title: planted.file }],
  ] as const
  for (const [id, content] of blocks)
    await api.done('lessonBlocks.create', { path: { id }, body: { content } })
  await api.done('publications.publish', { path: { id: course_id }, body: { action: 'publish' } })
  const quiz = await api.make('quizzes.create', { lesson_id, show: 'score', attempts_allowed: 3 })
  const question_ids: string[] = []
  for (const content of questions) {
    const body = { content, explanation: planted.explanation, all_or_nothing: true }
    question_ids.push((await api.done('questions.create', { path: { id: quiz.id }, body })).id)
  }
  const student = await api.make('users.create', { role: 'student' })
  await api.done('accesses.create', { body: { user_id: student.id, course_id } })
  const enrollment = await api.done('enrollments.create', { body: { user_id: student.id, course_id } })
  const attempts = await taking(api, student.id, {
    start: { quiz_id: quiz.id, enrollment_id: enrollment.id },
    text: question_ids[0]!,
    open: question_ids[3]!,
  })
  const readIds = () =>
    new Map([
      ['/v1/users', new Set([student.id])],
      ['/v1/courses', new Set([course_id])],
      ['/v1/lessons', new Set([lesson_id, closed.id])],
      ['/v1/files', new Set([file.id])],
      ['/v1/quizzes', new Set([quiz.id])],
      ['/v1/quizzes/{id}/questions', new Set(question_ids)],
      ['/v1/quiz-attempts', new Set(attempts.attempt_ids)],
    ])
  return { quiz_id: quiz.id, course_id, question_ids, student, readIds, ...attempts }
}

/** The student takes the quiz, is refused an answer, gets a review, and begins again. */
async function taking(
  api: School,
  onBehalfOf: string,
  { start, text, open }: { start: object; text: string; open: string },
): Promise<Pick<World, 'attempt_ids' | 'answered'>> {
  const got: unknown[] = []
  const ask = async (id: string, options: Ask) => {
    const { status, body } = await api.ask(entryOf(id), { ...options, onBehalfOf })
    got.push(body)
    return { status, body }
  }
  const first = await ask('quizAttempts.start', { body: start })
  const path = { id: first.body.id }
  const answer = (question_id: string, value: object) => ({
    path,
    body: { answers: [{ question_id, revision: 1, answer: value }] },
  })
  const statuses = [
    first,
    await ask('quizAttempts.save', answer(open, { kind: 'open', text: 'x' })),
    await ask('quizAttempts.save', answer(text, { kind: 'number', number: '1' })),
    await ask('quizAttempts.finish', { path }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([201, 200, 422, 201])
  await api.done('quizAttempts.review', { path, body: { scores: [{ question_id: open, score: 1 }] } })
  const second = await ask('quizAttempts.start', { body: start })
  return { attempt_ids: [first.body.id, second.body.id], answered: JSON.stringify(got) }
}

const leaksIn = (answers: Answers) =>
  [...answers].flatMap(([name, text]) => foundIn(text).map(key => `${key} in ${name}`))

/** Registers the tests. */
export function quizSecrets(staff: Get): void {
  let world: World
  let heard: Heard
  beforeAll(async () => {
    const { system, gateway, api } = staff()
    const services = Object.values(system.services)
    heard = hear([gateway.running.log, ...services.map(({ runtime }) => runtime.log)])
    world = await planting(api)
  })
  // No log tells one, at its most talkative, whatever was asked.
  afterEach(() => {
    expect(heard.lines().length).toBeGreaterThan(0)
    expect(heard.lines().filter(line => foundIn(line).length > 0)).toEqual([])
  })
  afterAll(() => heard?.stop())

  const asOwner = () => ({ authorization: `Bearer ${staff().at.key}` })
  const asStudent = () => ({ ...asOwner(), 'x-on-behalf-of': world.student.id })
  const through =
    (headers: Record<string, string>): Read =>
    ({ operation }, path) =>
      staff().gateway.call(operation.method, `/api${path}`, { host: staff().at.host, headers })
  /** A student whom the gateway would let ask for everything: the service itself keeps the rest. */
  const pastTheGateway: Read = ({ service, operation }, path) => {
    const { system, at } = staff()
    const of = { school: at.schoolId as Id<'sch'>, user: world.student.id as Id<'usr'> }
    const caller = system.caller({ ...of, role: 'student' })
    return system.request(service, { method: operation.method, path, caller })
  }
  const of = (...services: string[]) => reads.filter(({ service }) => services.includes(service))

  test('staff read every word: the search would find one', async () => {
    const answers = await readAll(of('learning', 'site'), world.readIds(), through(asOwner()))
    const foundKeys = new Set([...answers.values()].flatMap(foundIn))
    expect([...foundKeys].sort()).toEqual([...Object.keys(planted), 'part'].sort())
  })

  test('no answer tells a student one, during an attempt or after it, whatever is expanded', async () => {
    expect(foundIn(world.answered)).toEqual([])
    const answers = await readAll(reads, world.readIds(), through(asStudent()))
    for (const id of world.attempt_ids)
      expect(answers.get(`quizAttempts.get /v1/quiz-attempts/${id}`)).toContain('"asked"')
    expect(leaksIn(answers)).toEqual([])
  })

  test('nor does the service, were a student given every permission', async () => {
    expect(leaksIn(await readAll(of('learning'), world.readIds(), pastTheGateway))).toEqual([])
  })

  test('the gateway lets no student ask for questions, or for a package or copy of the course', async () => {
    const quiz = { id: world.quiz_id }
    const requests = [
      ['questions.list', { path: quiz }],
      ['questions.get', { path: { ...quiz, questionId: world.question_ids[0]! } }],
      ['coursePackages.export', { path: { id: world.course_id }, body: { format: 'course' } }],
      ['courseCopies.copy', { path: { id: world.course_id }, body: {} }],
    ] as const
    for (const [id, options] of requests) {
      const { status } = await staff().api.ask(entryOf(id), { ...options, onBehalfOf: world.student.id })
      expect({ id, status }).toEqual({ id, status: 403 })
    }
  })

  test('no event of the journal tells one, which is what subscriptions get', async () => {
    const { gateway, at } = staff()
    const journal = async (query: string): Promise<{ type: string; sequence: string }[]> => {
      const path = `/api/v1/events?limit=1000&sort=sequence&${query}`
      return (await gateway.call('GET', path, { host: at.host, headers: asOwner() })).body.data
    }
    const about = (id: string) => journal(`object_id=${id}`)
    await eventually('the result', async () => (await about(world.attempt_ids[0])).length > 0)
    const events = []
    for (let page = await journal(''); page.length; ) {
      events.push(...page)
      page = await journal(`sequence[gt]=${page.at(-1)!.sequence}`)
    }
    expect(events.map(({ type }) => type)).toContain('lesson.quiz_finished')
    // The events of a file name it, for those who may read files.
    expect(foundIn(JSON.stringify(events.filter(({ type }) => !type.startsWith('file.'))))).toEqual([])
  })

  test('the data that are held about the student tell none', async () => {
    const { api, gateway, at } = staff()
    const order = () => api.done('dataExports.order', { path: { id: world.student.id } })
    const built = async () => {
      const job = await order()
      return job.status === 'finished' && job
    }
    const { download_path } = await eventually('the export', built, 30_000)
    const data = JSON.stringify((await gateway.call('GET', download_path, { host: at.host })).body)
    expect(data).toContain(world.attempt_ids[0])
    expect(foundIn(data)).toEqual([])
  })
}
