import { gzipSync } from 'node:zlib'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { moodleBackupFiles, tarred } from '../../testing/moodle-backup.ts'
import { download, packageSchool, type School, zipped } from '../../testing/package-school.ts'

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

async function expectCourse({ done }: School, imported: any) {
  expect(imported).toMatchObject({ status: 'finished', failure: null })
  const { report, counts, course_id } = imported
  for (const { found, taken, changed, left_out } of report.kinds)
    expect(taken + changed + left_out).toBe(found)
  const outcomes = Object.fromEntries(report.items.map(({ name, outcome }: any) => [name, outcome]))
  expect(report.items).toHaveLength(counts.rows)
  expect(outcomes).toMatchObject({
    ...{
      Welcome: 'changed',
      Reading: 'changed',
      Notes: 'taken',
      'A sky': 'taken',
      Check: 'taken',
      Exercise: 'left_out',
    },
    ...{ 'Check: Q1': 'taken', 'Check: Q2': 'taken', 'Check: Question 4': 'left_out', 'Check: Q5': 'taken' },
    ...{ 'Question bank: Q3': 'taken', 'sky.png': 'taken', 'notes.txt': 'taken' },
  })
  const { modules } = await done('GET', `/courses/${course_id}/structure`)
  expect(
    modules.map(({ title, lessons }: any) => [title, lessons.map((lesson: any) => lesson.title)]),
  ).toEqual([
    ['Basics', ['Notes', 'Reading']],
    ['Section 2', ['A sky', 'Check', 'Museum']],
    ['Question banks', ['Question bank']],
  ])
  const [{ lessons }] = modules
  const blocksOf = async (id: string) =>
    (await done('GET', `/lessons/${id}/blocks?sort=position`)).data.map(({ content }: any) => [
      content.kind,
      content.title ?? content.html,
    ])
  expect(await blocksOf(lessons[0].id)).toEqual([['file', 'notes.txt']])
  expect(await blocksOf(lessons[1].id)).toEqual([
    ...[
      ['text', '<p>Welcome!</p>'],
      ['text', '<h2>Paper</h2>'],
      ['file', 'The sky'],
      ['embed', 'Video'],
    ],
  ])
  expect((await done('GET', `/lessons/${lessons[1].id}`)).status).toBe('draft')
  const { data: quizzes } = await done('GET', `/quizzes?course_id=${course_id}`)
  const check = quizzes.find(({ title }: any) => title === 'Check')
  expect(check).toMatchObject({
    ...{ time_limit_seconds: 600, attempts_allowed: 2, counts: 'last', shuffle_options: true },
    draws: [{ label: 'Drawn 8', count: 1 }],
  })
  const { data: questions } = await done('GET', `/quizzes/${check.id}/questions?sort=position`)
  expect(questions).toMatchObject([
    { points: 200, content: { kind: 'single', media: [{ alt: 'The sky' }] } },
    { points: 200, content: { kind: 'number', value: '3.14', tolerance: { value: '0.01' } } },
    ...[{ label: 'Drawn 8' }, { label: 'Drawn 8' }],
  ])
  const { data: assignments } = await done('GET', `/assignments?course_id=${course_id}`)
  expect(assignments).toMatchObject([{ title: 'A sky', text: 'Three washes.', max_score: 5000 }])
}

test('a backup of Moodle becomes a course: sections, pages, files, quizzes with their bank, and homework', async () => {
  const here = await packageSchool(system, gateway)
  const file = await here.upload(await zipped(moodleBackupFiles), {
    name: 'backup.mbz',
    content_type: 'application/zip',
  })
  await expectCourse(here, await here.importOf(file))
})

test('the same backup as .tar.gz becomes the same course', async () => {
  const here = await packageSchool(system, gateway)
  const bytes = gzipSync(tarred(moodleBackupFiles))
  const file = await here.upload(bytes, { name: 'backup.mbz', content_type: 'application/gzip' })
  const imported = await here.importOf(file)
  await expectCourse(here, imported)
  const { modules } = await here.done('GET', `/courses/${imported.course_id}/structure`)
  const { data } = await here.done('GET', `/lessons/${modules[0].lessons[0].id}/blocks`)
  const { url } = await here.done('POST', `/files/${data[0].content.file_id}/download-url`, {})
  const answer = await download(system, here.schoolId, url.slice(url.indexOf('/', 'https://'.length)))
  expect(await answer.text()).toBe('Blue and yellow')
})
