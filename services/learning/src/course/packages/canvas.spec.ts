import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { canvasPackage } from '../../testing/canvas-package.ts'
import { packageSchool } from '../../testing/package-school.ts'

let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService, serviceService] })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

test('a package of Canvas with one of everything: each item is taken, changed or left out, and all are counted', async () => {
  const { done, upload, importOf } = await packageSchool(system, gateway)
  const file = await upload(await canvasPackage())
  const tried = await importOf(file, { dry_run: true })
  const imported = await importOf(file)
  expect(imported).toMatchObject({ status: 'finished', failure: null })
  const { report, counts } = imported
  expect([tried.report, tried.counts]).toEqual([report, counts])
  for (const { found, taken, changed, left_out } of report.kinds)
    expect(taken + changed + left_out).toBe(found)
  const sum = (name: string) => report.kinds.reduce((all: number, each: any) => all + each[name], 0)
  expect(counts).toMatchObject({
    rows: sum('found'),
    errors: sum('left_out'),
    created: sum('taken') + sum('changed'),
  })
  expect(report.items).toHaveLength(counts.rows)
  const byName = new Map<string, any>(report.items.map((item: any) => [item.name, item]))
  const outcomes = Object.fromEntries(report.items.map(({ name, outcome }: any) => [name, outcome]))
  expect(outcomes).toMatchObject({
    ...{
      Reading: 'changed',
      Homework: 'changed',
      Quiz: 'changed',
      Later: 'changed',
      Tool: 'left_out',
      Gone: 'left_out',
    },
    ...{
      'A heading': 'left_out',
      Syllabus: 'taken',
      'Outside of modules': 'taken',
      Talk: 'changed',
      Museum: 'taken',
    },
    ...{
      'The bank': 'changed',
      Care: 'taken',
      'web_resources/pictures/sky.png': 'taken',
      'loose.pdf': 'taken',
    },
    ...{
      missing: 'left_out',
      'Quiz: one': 'taken',
      'Quiz: lists': 'changed',
      'Quiz: formula': 'changed',
      'Quiz: bare': 'left_out',
    },
  })
  expect(byName.get('Reading').notes.join()).toMatch(/h5p.example is a link now.*another part of the course/)
  expect(byName.get('Quiz: bare').notes).toEqual(['the package does not say which option is right'])

  const { modules } = await done('GET', `/courses/${imported.course_id}/structure`)
  expect(
    modules.map(({ title, lessons }: any) => [title, lessons.map((lesson: any) => lesson.title)]),
  ).toEqual([
    ['Week 1', ['Reading', 'Homework']],
    ['Week 2', ['Quiz', 'Later']],
    ['Other', ['Syllabus', 'Outside of modules', 'Talk', 'Museum', 'Files']],
    ['Question banks', ['The bank']],
  ])
  const [week1, week2, , banks] = modules
  const [reading, homework] = week1.lessons
  const lesson = (id: string) => done('GET', `/lessons/${id}`)
  expect((await lesson(week2.lessons[1].id)).status).toBe('draft')
  expect((await lesson(banks.lessons[0].id)).status).toBe('draft')
  expect((await lesson(reading.id)).status).toBe('published')
  expect((await done('GET', `/modules/${week2.id}`)).access_rules.conditions).toEqual([
    { kind: 'date', at: '2027-01-05T08:00:00Z' },
    { kind: 'after_lesson', lesson_id: reading.id },
  ])
  expect(await done('GET', `/lessons/${homework.id}/access-rules`)).toMatchObject({
    conditions: [{ kind: 'after_lesson', lesson_id: reading.id }],
    deadline: { kind: 'date', at: expect.stringContaining('2027-02-01T10:00:00') },
  })
  const { data: blocks } = await done('GET', `/lessons/${reading.id}/blocks?sort=position`)
  expect(blocks.map(({ content }: any) => [content.kind, content.title])).toEqual([
    ...[
      ['text', undefined],
      ['file', 'notes.txt'],
      ['file', 'The sky'],
      ['embed', 'Film'],
      ['text', undefined],
    ],
  ])
  const { data: assignments } = await done('GET', `/assignments?course_id=${imported.course_id}`)
  expect(assignments).toMatchObject([
    {
      title: 'A sky',
      text: 'Paint a sky.',
      max_score: 800,
      rubric: [{ title: 'Colour', levels: [{ percent: 100 }, { percent: 50 }] }],
    },
  ])
  const { data: quizzes } = await done('GET', `/quizzes?course_id=${imported.course_id}`)
  const quiz = quizzes.find(({ title }: any) => title === 'All kinds')
  expect(quiz).toMatchObject({
    ...{ attempts_allowed: 2, time_limit_seconds: 1800, counts: 'last', show: 'after_finish' },
    description: 'Take your time.\nRead this first.',
    draws: [
      { label: 'group', count: 1 },
      { label: 'bank bank1', count: 1, source: 'course' },
    ],
  })
  const { data: questions } = await done('GET', `/quizzes/${quiz.id}/questions?sort=position`)
  expect(questions.map(({ content, points, label }: any) => [content.kind, points, label])).toEqual([
    ...[
      ['single', 100, null],
      ['multiple', 400, null],
      ['match', 700, null],
      ['text', 100, null],
      ['cloze', 200, null],
    ],
    ...[
      ['number', 100, null],
      ['number', 100, null],
      ['open', 100, null],
      ['open', 100, null],
    ],
    ...[
      ['single', 200, 'group'],
      ['single', 200, 'group'],
    ],
  ])
  const [one, , , blank, , range, formula] = questions
  expect(one).toMatchObject({
    explanation: expect.stringContaining('So it is.'),
    content: {
      media: [{ alt: 'The sky' }],
      options: [{ correct: true }, { feedback: expect.stringContaining('Look again.') }],
    },
  })
  expect(blank.content).toMatchObject({ prompt: 'The bird is the _____', accepted: ['word', 'Wort'] })
  expect([range.content.value, range.content.tolerance.value]).toEqual(['11.5', '10.5'])
  expect(formula.content).toMatchObject({
    prompt: '5 + 10?',
    value: '15',
    tolerance: { kind: 'absolute', value: '0.5' },
  })
})
