import { newId } from '@lms/contract'
import { packagePermissions, serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
import { learningService } from '../../service.ts'
import { download, packageSchool, richCourse, shapeOf, zipped } from '../../testing/package-school.ts'

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
const school = () => packageSchool(system, gateway)

test('the package of a course becomes a course that equals it but for the ids', async () => {
  const here = await school()
  const course = await richCourse(here)
  const bytes = await here.packageOf(course.id)
  const done = await here.importOf(await here.upload(bytes))
  expect(done).toMatchObject({ kind: 'course', status: 'finished', failure: null, errors: [] })
  expect(done.course_id).not.toBe(course.id)
  expect(await shapeOf(here, done.course_id)).toBe(await shapeOf(here, course.id))
  // In another school, too.
  const there = await school()
  const { course_id } = await there.importOf(await there.upload(bytes))
  expect(await shapeOf(there, course_id)).toBe(await shapeOf(here, course.id))
})

test('files travel inside of a package, into another school', async () => {
  const [here, there] = [await school(), await school()]
  const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nWater')
  const film = Buffer.from('a recording '.repeat(200_000))
  const captions = await here.upload(vtt, { name: 'captions.vtt', content_type: 'text/vtt' })
  const film_id = await here.upload(film, { name: 'film.bin', content_type: 'application/octet-stream' })
  const course = await here.done('POST', '/courses', { title: 'Film', cover_file_id: captions })
  const module = await here.done('POST', '/modules', { course_id: course.id, title: 'One' })
  const lesson = await here.done('POST', '/lessons', { module_id: module.id, title: 'First' })
  await here.done('POST', `/lessons/${lesson.id}/blocks`, {
    content: { kind: 'video', file_id: film_id, title: 'Film', captions_file_id: captions },
  })
  const picture = Buffer.from('a picture')
  const media = async () => [
    { file_id: await here.upload(picture, { name: 'a.txt', content_type: 'text/plain' }), alt: 'A sheet' },
  ]
  const quiz = await here.done('POST', '/quizzes', { lesson_id: lesson.id, title: 'Papers' })
  const options = [
    { text: 'Cotton', correct: true, media: await media() },
    { text: 'Copy', correct: false },
  ]
  const question = { kind: 'single', prompt: 'Which?', media: await media(), options }
  await here.done('POST', `/quizzes/${quiz.id}/questions`, {
    content: { ...question, explanation_media: await media() },
  })
  const bytes = await here.packageOf(course.id)
  expect(bytes.length).toBeGreaterThan(film.length)
  // The school itself has the files: they stay the same.
  const again = await here.importOf(await here.upload(bytes))
  expect(await shapeOf(here, again.course_id)).toBe(await shapeOf(here, course.id))

  const file = await there.upload(bytes)
  expect(await there.importOf(file, { dry_run: true })).toMatchObject({ status: 'finished', errors: [] })
  const { data: before } = await there.done('GET', '/files')
  expect(before).toHaveLength(1)
  const finishedImport = await there.importOf(file)
  expect(finishedImport).toMatchObject({ status: 'finished', errors: [], failure: null })
  const copy = await there.done('GET', `/courses/${finishedImport.course_id}`)
  const { modules } = await there.done('GET', `/courses/${finishedImport.course_id}/structure`)
  const { data: blocks } = await there.done('GET', `/lessons/${modules[0].lessons[0].id}/blocks`)
  const { content } = blocks[0]
  expect(copy.cover_file_id).toBe(content.captions_file_id)
  const { data: quizzes } = await there.done('GET', `/quizzes?course_id=${copy.id}`)
  const { data: questions } = await there.done('GET', `/quizzes/${quizzes[0].id}/questions`)
  const shown = questions[0].content
  const pictures = [...shown.media, ...shown.explanation_media, ...shown.options[0].media]
  expect(new Set(pictures.map(({ file_id }: any) => file_id)).size).toBe(3)
  for (const [id, original] of [
    [content.file_id, film],
    [content.captions_file_id, vtt],
    ...pictures.map(({ file_id }: any) => [file_id, picture] as const),
  ] as const) {
    expect(JSON.stringify([film_id, captions, question])).not.toContain(id)
    const { url } = await there.done('POST', `/files/${id}/download-url`, {})
    const answer = await download(system, there.schoolId, url.slice(url.indexOf('/', 'https://'.length)))
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true)
  }
  expect(await there.done('GET', `/files/${content.file_id}`)).toMatchObject({
    name: 'film.bin',
    status: 'ready',
  })
})

test('an import that fails midway leaves nothing: no course, and no file but the package', async () => {
  const [here, there] = [await school(), await school()]
  const course = await here.done('POST', '/courses', { title: 'Long' })
  const module = await here.done('POST', '/modules', { course_id: course.id, title: 'One' })
  const text = (name: string) =>
    here.upload(Buffer.from(`the ${name} file`), { name: `${name}.txt`, content_type: 'text/plain' })
  // Ten lessons are written together, and the last one after them.
  const [first, last] = [await text('first'), await text('last')]
  for (let number = 1; number <= 11; number++) {
    const lesson = await here.done('POST', '/lessons', { module_id: module.id, title: `Lesson ${number}` })
    const file_id = number === 1 ? first : last
    if (number === 1 || number === 11)
      await here.done('POST', `/lessons/${lesson.id}/blocks`, {
        content: { kind: 'file', file_id, title: 'File' },
      })
  }
  const bytes = await here.packageOf(course.id)
  const names = async () => (await there.done('GET', '/files')).data.map(({ name }: any) => name).sort()
  /** Loses the archive while the first lessons are written: an import that runs keeps the school from deleting it. */
  const failMidway = (meanwhile: (course: { id: string }) => Promise<unknown>) =>
    asOwner(system.ownerUrl, async client => {
      const file_id = await there.upload(bytes)
      const before = await names()
      await client.query('begin; lock table learning.lesson_blocks in share mode')
      const { id } = await there.done('POST', '/courses/import', { file_id })
      await eventually('the first lessons to wait', async () => {
        const { rows } = await client.query(
          `select from pg_locks where not granted and relation = 'learning.lesson_blocks'::regclass`,
        )
        return rows.length > 0
      })
      expect(await names()).toEqual([...before, 'first.txt', 'last.txt'].sort())
      await client.query('delete from site.files where id = $1', [file_id])
      const { data } = await there.done('GET', '/courses')
      await meanwhile(data[0])
      await client.query('commit')
      return there.ended(`/imports/${id}`, ['queued', 'running'])
    })
  const failed = await failMidway(async () => {})
  expect(failed).toMatchObject({ status: 'failed', failure: 'file_missing', course_id: null })
  expect(await names()).toEqual([])
  expect((await there.done('GET', '/courses')).data).toEqual([])
  const { rows } = await asOwner(system.ownerUrl, client =>
    client.query(
      `select payload::jsonb->>'type' as type from learning.outbox
       where school_id = $1 and payload::jsonb->>'type' like 'course.%' order by position`,
      [there.schoolId],
    ),
  )
  expect(rows.map(({ type }) => type)).toEqual(['course.created', 'course.deleted'])

  // What somebody uses already stays, and the report names it.
  const person = await there.done('POST', '/users', { email: `${newId('usr')}@school.org` })
  const failedImport = await failMidway(({ id }) =>
    there.done('POST', '/accesses', { user_id: person.id, course_id: id }),
  )
  const { data: courses } = await there.done('GET', '/courses')
  expect(courses).toMatchObject([{ title: 'Long', status: 'draft' }])
  expect(failedImport).toMatchObject({ status: 'failed', failure: 'file_missing', course_id: courses[0].id })
  expect(await names()).toEqual(['first.txt'])
})

test('an import and an export end where who ordered them may not write courses any more', async () => {
  const { done, upload, ended, schoolId } = await school()
  const course = await done('POST', '/courses', { title: 'Watercolour' })
  // The key of this caller is none of the school, as after its revocation.
  const unknownCaller = system.caller({
    school: schoolId as `sch_${string}`,
    role: 'owner',
    key: newId('key'),
  })
  const { coursePackages } = system.client('learning', learningContract.resources, unknownCaller)
  const file_id = (await upload(await zipped({ 'course.json': {} }))) as `fil_${string}`
  const ordered = await coursePackages.import({ body: { file_id } })
  const written = await coursePackages.export({ path: { id: course.id }, body: {} })
  for (const path of [`/imports/${ordered.id}`, `/exports/${written.id}`])
    expect(await ended(path, ['queued', 'running'])).toMatchObject({
      ...{ status: 'failed', failure: 'caller_without_right' },
    })
})

test.each([
  ['import', 'questions:write'],
  ['import', 'files:write'],
  ['export', 'questions:read'],
  ['export', 'files:read'],
] as const)('an %s of a course needs %s, too', async (kind, lacking) => {
  const { done, upload, schoolId } = await school()
  const { id } = await done('POST', '/courses', { title: 'Watercolour' })
  const file_id = (await upload(await zipped({ 'course.json': {} }))) as `fil_${string}`
  const others = packagePermissions[kind].filter(permission => permission !== lacking)
  const rights = [kind === 'import' ? ['files:read', ...others] : others]
  const caller = { ...system.caller({ school: schoolId as `sch_${string}`, role: 'manager' }), rights }
  const { coursePackages } = system.client('learning', learningContract.resources, caller)
  const request =
    kind === 'import'
      ? coursePackages.import({ body: { file_id } })
      : coursePackages.export({ path: { id }, body: {} })
  await expect(request).rejects.toMatchObject({ status: 403, reason: 'package_beyond_own' })
})

test('the package of another has its link for administrators who may read all that it has', async () => {
  const { done, ended, schoolId } = await school()
  const course = await done('POST', '/courses', { title: 'Watercolour' })
  const { id } = await done('POST', `/courses/${course.id}/export`, {})
  await ended(`/exports/${id}`, ['queued', 'running'])
  const linkFor = async (permissions: readonly string[]) => {
    const administrator = system.caller({ school: schoolId as `sch_${string}`, role: 'administrator' })
    const caller = { ...administrator, rights: [['exports:read', ...permissions]] }
    const { exports } = system.client('service', serviceContract.resources, caller)
    return (await exports.get({ path: { id } })).download_url
  }
  expect(await linkFor(['courses:read', 'courses:write'])).toBeNull()
  expect(await linkFor(packagePermissions.export)).toContain('https://')
})

test('a dry run counts the items, tells what would be left out, and makes no course', async () => {
  const { done, upload, importOf, ask } = await school()
  const lesson = 'les_01h455vb4pex5vsknk084sn02q'
  const file_id = 'fil_01h455vb4pex5vsknk084sn02q'
  const bytes = await zipped({
    'course.json': {
      ...{ format: 'open-school-course', version: 1 },
      course: {
        title: 'Found',
        description: '',
        cover_file_id: null,
        authors: [],
        time_zone: null,
        after_access: 'nothing',
      },
      modules: [
        {
          ...{ key: 'mod_01h455vb4pex5vsknk084sn02q', title: 'One', description: '' },
          ...{ access_rules: { conditions: [], deadline: null }, lessons: [lesson] },
        },
      ],
    },
    [`lessons/${lesson}.json`]: {
      ...{
        title: 'First',
        description: '',
        kind: 'lesson',
        status: 'draft',
        duration_seconds: null,
        required: true,
      },
      completion: { match: 'all', conditions: ['marked'], viewed_percent: 90 },
      access_rules: {
        conditions: [{ kind: 'tag', tag_id: 'tag_01h455vb4pex5vsknk084sn02q' }],
        deadline: null,
      },
      blocks: [
        { kind: 'text', html: '<p>Good</p><script>bad()</script>' },
        { kind: 'file', file_id, title: 'x' },
        { kind: 'x' },
      ],
      quizzes: [],
      assignments: [],
    },
  })
  const file = await upload(bytes)
  const tried = await importOf(file, { dry_run: true })
  expect(tried).toMatchObject({ status: 'finished', failure: null, course_id: null })
  const messages = tried.errors.map(({ message }: any) => message).join('\n')
  for (const missingId of [file_id, 'tag_01h455vb4pex5vsknk084sn02q']) expect(messages).toContain(missingId)
  expect((await done('GET', '/courses')).data).toEqual([])
  const finishedImport = await importOf(file)
  expect(finishedImport.counts).toEqual(tried.counts)
  const { modules } = await done('GET', `/courses/${finishedImport.course_id}/structure`)
  const { data } = await done('GET', `/lessons/${modules[0].lessons[0].id}/blocks`)
  expect(data.map(({ content }: any) => content)).toEqual([{ kind: 'text', html: '<p>Good</p>' }])
  expect((await ask('GET', `/imports?kind=course`)).body.data).toHaveLength(2)
})

test('what is no package is refused, and leaves nothing', async () => {
  const { done, ask, upload, importOf } = await school()
  const png = await zipped({ 'other.json': {} })
  expect(await importOf(await upload(png))).toMatchObject({ status: 'failed', failure: 'package_refused' })
  const broken = (await zipped({ 'course.json': {} })).subarray(0, 40)
  const failed = await importOf(await upload(Buffer.concat([broken, Buffer.alloc(100)])))
  expect(failed).toMatchObject({ status: 'failed', failure: 'package_refused', errors: [{ row: 1 }] })
  expect((await done('GET', '/courses')).data).toEqual([])
  const text = await upload(Buffer.from('only text'), { name: 'a.csv', content_type: 'text/plain' })
  const refused = await ask('POST', '/courses/import', { file_id: text })
  expect([refused.status, refused.body.error.reason]).toEqual([422, 'package_unreadable'])
  // A text may be one of questions.
  const words = await upload(Buffer.from('only text'), { name: 'b.txt', content_type: 'text/plain' })
  expect(await importOf(words)).toMatchObject({ status: 'failed', failure: 'package_refused' })
  expect((await done('GET', '/courses')).data).toEqual([])
})
