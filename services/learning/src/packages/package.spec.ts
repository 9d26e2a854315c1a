import { newId } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { ZipFile } from 'yazl'
import { learningContract } from '../contract.ts'
import { learningService } from '../service.ts'

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

/** The bytes behind a link of the storage, as the gateway fetches them. */
function download(schoolId: string, path: string): Promise<Response> {
  const { privateKey } = system.installation.signing.gateway!
  const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
  const school = schoolId as `sch_${string}`
  const token = signer.sign('site', { kind: 'service', service: 'gateway', school }, school)
  return fetch(`${system.addresses.site}/streams${path}`, { headers: { [tokenHeader]: token } })
}

async function school() {
  const made = await newSchool(gateway)
  const ask = (method: string, path: string, body?: object) =>
    gateway.call(method, `/api/v1${path}`, { ...made, body })
  const done = async (method: string, path: string, body?: object) => {
    const answer = await ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const pathOf = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
  const upload = async (
    bytes: Buffer,
    named = { name: 'course.zip', content_type: 'application/zip' },
  ): Promise<string> => {
    const { id, upload } = await done('POST', '/files/upload-url', { ...named, size: bytes.length })
    for (const { url, headers } of upload.parts)
      await gateway.call('PUT', pathOf(url), { host: made.host, body: bytes, headers })
    await done('POST', `/files/${id}/complete`)
    return id
  }
  const ended = (path: string, waits: readonly string[]) =>
    eventually(`the end of ${path}`, async () => {
      const found = await done('GET', path)
      return waits.includes(found.status) ? null : found
    })
  /** The bytes of the package of a course. */
  const exported = async (course: string, format = 'course') => {
    const { id } = await done('POST', `/courses/${course}/export`, { format })
    const { download_url, warnings } = await ended(`/exports/${id}`, ['queued', 'running'])
    const response = await download(made.schoolId, pathOf(download_url))
    return { warnings, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const packageOf = async (course: string): Promise<Buffer> => (await exported(course)).bytes
  const importOf = async (file_id: string, body: object = {}) => {
    const { id } = await done('POST', '/courses/import', { file_id, ...body })
    return ended(`/imports/${id}`, ['queued', 'running'])
  }
  return { ...made, ask, done, upload, ended, exported, packageOf, importOf }
}
type School = Awaited<ReturnType<typeof school>>

/** A course with rules, blocks, a quiz and homework. */
async function richCourse({ done }: School) {
  const course = await done('POST', '/courses', {
    title: 'Watercolour',
    authors: ['Ann Lee'],
    time_zone: 'Asia/Tokyo',
  })
  const module = await done('POST', '/modules', { course_id: course.id, title: 'Washes' })
  const lessons = []
  for (const title of ['Flat', 'Graded'])
    lessons.push(await done('POST', '/lessons', { module_id: module.id, title, status: 'published' }))
  const [flat, graded] = lessons
  await done('POST', `/lessons/${flat.id}/blocks`, {
    content: { kind: 'text', html: '<p>Wet the paper.</p>' },
  })
  const film = { kind: 'embed', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', title: 'Film' }
  await done('POST', `/lessons/${flat.id}/blocks`, { content: film })
  await done('PUT', `/lessons/${graded.id}/access-rules`, {
    conditions: [{ kind: 'after_lesson', lesson_id: flat.id }],
    deadline: { kind: 'days_after', from: 'opening', days: 3 },
  })
  const quiz = await done('POST', '/quizzes', { lesson_id: graded.id, title: 'Papers', pass_percent: 70 })
  await done('POST', `/quizzes/${quiz.id}/questions`, {
    content: {
      kind: 'match',
      prompt: 'Which paper is it?',
      pairs: [
        { left: '640 g', right: 'Heavy' },
        { left: '90 g', right: 'Light' },
      ],
      others: ['None'],
    },
    points: 250,
  })
  await done('POST', '/assignments', {
    lesson_id: graded.id,
    title: 'A sky',
    text: 'Three washes.',
    max_score: 1000,
  })
  return course
}

const inner = /\b(?:crs|mod|les|lbk|quz|qst|asg)_\w{26}\b/g
const stamps = /"(?:created_at|updated_at|version)":[^,}]+/g
/** All of a course, with places in place of ids and without times. */
async function shapeOf({ done }: School, id: string) {
  const tree = await done('GET', `/courses/${id}/structure`)
  const { building: _, ...card } = await done('GET', `/courses/${id}`)
  const parts: unknown[] = [card, tree]
  for (const lesson of tree.modules.flatMap((module: any) => module.lessons)) {
    parts.push(
      await done('GET', `/lessons/${lesson.id}`),
      await done('GET', `/lessons/${lesson.id}/access-rules`),
    )
    parts.push((await done('GET', `/lessons/${lesson.id}/blocks?sort=position`)).data)
    const { data: quizzes } = await done('GET', `/quizzes?lesson_id=${lesson.id}`)
    for (const quiz of quizzes) parts.push(quiz, (await done('GET', `/quizzes/${quiz.id}/questions`)).data)
    parts.push((await done('GET', `/assignments?lesson_id=${lesson.id}`)).data)
  }
  const places = new Map<string, string>()
  const placed = JSON.stringify(parts).replace(inner, found => {
    if (!places.has(found)) places.set(found, `${found.slice(0, 3)} ${places.size}`)
    return places.get(found)!
  })
  // The names of the parts of questions are random.
  return placed.replace(stamps, '').replace(/"id":"[a-z0-9]{12}"/g, '')
}

async function zipped(entries: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, value] of Object.entries(entries))
    zip.addBuffer(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('the package of a course becomes a course that equals it but for the ids', async () => {
  const here = await school()
  const course = await richCourse(here)
  const bytes = await here.packageOf(course.id)
  const done = await here.importOf(await here.upload(bytes))
  expect(done).toMatchObject({ kind: 'course', status: 'done', failure: null, errors: [] })
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
  const bytes = await here.packageOf(course.id)
  expect(bytes.length).toBeGreaterThan(film.length)
  // The school itself has the files: they stay the same.
  const again = await here.importOf(await here.upload(bytes))
  expect(await shapeOf(here, again.course_id)).toBe(await shapeOf(here, course.id))

  const file = await there.upload(bytes)
  expect(await there.importOf(file, { dry_run: true })).toMatchObject({ status: 'done', errors: [] })
  const { data: before } = await there.done('GET', '/files')
  expect(before).toHaveLength(1)
  const made = await there.importOf(file)
  expect(made).toMatchObject({ status: 'done', errors: [], failure: null })
  const copy = await there.done('GET', `/courses/${made.course_id}`)
  const { modules } = await there.done('GET', `/courses/${made.course_id}/structure`)
  const { data: blocks } = await there.done('GET', `/lessons/${modules[0].lessons[0].id}/blocks`)
  const { content } = blocks[0]
  expect(copy.cover_file_id).toBe(content.captions_file_id)
  for (const [id, original] of [
    [content.file_id, film],
    [content.captions_file_id, vtt],
  ] as const) {
    expect([film_id, captions]).not.toContain(id)
    const { url } = await there.done('POST', `/files/${id}/download-url`, {})
    const answer = await download(there.schoolId, url.slice(url.indexOf('/', 'https://'.length)))
    expect(Buffer.from(await answer.arrayBuffer()).equals(original)).toBe(true)
  }
  expect(await there.done('GET', `/files/${content.file_id}`)).toMatchObject({
    name: 'film.bin',
    status: 'ready',
  })
})

test('an import and an export end where who ordered them may not write courses any more', async () => {
  const { done, upload, ended, schoolId } = await school()
  const course = await done('POST', '/courses', { title: 'Watercolour' })
  // The key of this caller is none of the school, as after its revocation.
  const gone = system.caller({ school: schoolId as `sch_${string}`, role: 'owner', key: newId('key') })
  const { coursePackages } = system.client('learning', learningContract.resources, gone)
  const file_id = (await upload(await zipped({ 'course.json': {} }))) as `fil_${string}`
  const ordered = await coursePackages.import({ body: { file_id } })
  const written = await coursePackages.export({ path: { id: course.id }, body: {} })
  for (const path of [`/imports/${ordered.id}`, `/exports/${written.id}`])
    expect(await ended(path, ['queued', 'running'])).toMatchObject({
      ...{ status: 'failed', failure: 'caller_without_right' },
    })
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
  expect(tried).toMatchObject({ status: 'done', failure: null, course_id: null })
  const messages = tried.errors.map(({ message }: any) => message).join('\n')
  for (const named of [file_id, 'tag_01h455vb4pex5vsknk084sn02q']) expect(messages).toContain(named)
  expect((await done('GET', '/courses')).data).toEqual([])
  const made = await importOf(file)
  expect(made.counts).toEqual(tried.counts)
  const { modules } = await done('GET', `/courses/${made.course_id}/structure`)
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
  const text = await upload(Buffer.from('only text'), { name: 'a.txt', content_type: 'text/plain' })
  const refused = await ask('POST', '/courses/import', { file_id: text })
  expect([refused.status, refused.body.error.reason]).toEqual([422, 'package_unreadable'])
})

const manifestOf = (schema: string, items: string, resources: string) => `<?xml version="1.0"?>
  <manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>${schema}</schema></metadata>
  <organizations><organization identifier="o"><title>Colours</title>${items}</organization></organizations>
  <resources>${resources}</resources></manifest>`
const leaf = (title: string, resource: string) =>
  `<item identifierref="${resource}"><title>${title}</title></item>`
const resource = (id: string, type: string, href: string, more = '') =>
  `<resource identifier="${id}" type="${type}" href="${href}" ${more}><file href="${href}"/></resource>`

/** The lessons of a course with their blocks, quizzes with questions, and homework. */
async function lessonsOf({ done }: School, course: string) {
  const { modules } = await done('GET', `/courses/${course}/structure`)
  const lessons = []
  for (const { id, title } of modules.flatMap((module: any) => module.lessons)) {
    const { data: blocks } = await done('GET', `/lessons/${id}/blocks`)
    const { data: quizzes } = await done('GET', `/quizzes?lesson_id=${id}`)
    const questions = []
    for (const quiz of quizzes) questions.push(...(await done('GET', `/quizzes/${quiz.id}/questions`)).data)
    const { data: assignments } = await done('GET', `/assignments?lesson_id=${id}`)
    lessons.push({
      title,
      blocks: blocks.map(({ content }: any) => content),
      quizzes,
      questions,
      assignments,
    })
  }
  return { modules: modules.map(({ title }: any) => title), lessons }
}

test('a Common Cartridge becomes a course: pages, links, files, questions and homework', async () => {
  const here = await school()
  const folder = `<item><item><title>Week 1</title>${[
    leaf('Reading', 'page'),
    leaf('Site', 'link'),
    leaf('Talk', 'talk'),
    leaf('Task', 'task'),
    leaf('Check', 'quiz'),
    leaf('Tool', 'tool'),
  ].join('')}</item></item>`
  const bytes = await zipped({
    'imsmanifest.xml': manifestOf(
      'IMS Common Cartridge',
      folder,
      [
        resource('page', 'webcontent', 'web/page%201.html'),
        resource('link', 'imswl_xmlv1p3', 'link.xml'),
        resource('talk', 'imsdt_xmlv1p3', 'talk.xml'),
        resource('task', 'assignment_xmlv1p0', 'task.xml'),
        resource('quiz', 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment', 'quiz.xml'),
        resource('tool', 'imsbasiclti_xmlv1p0', 'tool.xml'),
      ].join(''),
    ),
    'web/page 1.html':
      '<html><body><p onclick="x()">Mix <a href="../notes.txt">colours</a></p><script>steal()</script></body></html>',
    'notes.txt': 'Blue and yellow',
    'link.xml': '<webLink><title>Museum</title><url href="https://museum.example/"/></webLink>',
    'talk.xml':
      '<topic><title>Talk</title><text texttype="text/html">&lt;p&gt;Which is warm?&lt;/p&gt;</text></topic>',
    'task.xml':
      '<assignment><title>A sky</title><text texttype="text/plain">Three washes.</text><gradable points_possible="10">true</gradable></assignment>',
    'quiz.xml': `<questestinterop><assessment title="Check"><section><item ident="a"><presentation><material><mattext>Warm?</mattext></material>
      <response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="x"><material><mattext>Red</mattext></material></response_label>
      <response_label ident="y"><material><mattext>Blue</mattext></material></response_label></render_choice></response_lid></presentation>
      <resprocessing><respcondition><conditionvar><varequal respident="r">x</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing>
      </item></section></assessment></questestinterop>`,
  })
  const made = await here.importOf(await here.upload(bytes))
  expect(made).toMatchObject({ status: 'done', failure: null })
  const told = made.errors.map(({ column, message }: any) => `${column}: ${message}`).join('\n')
  expect(told).toContain('Reading: what runs on the page is left out: <script>, onclick')
  expect(told).toContain('Tool: a tool of another site')
  const { modules, lessons } = await lessonsOf(here, made.course_id)
  expect(modules).toEqual(['Week 1'])
  const [reading, site, talk, task, check, tool] = lessons
  expect(JSON.stringify(reading.blocks[0])).toContain('Mix')
  expect(JSON.stringify(lessons)).not.toContain('steal')
  expect(reading.blocks[1]).toMatchObject({ kind: 'file', title: 'notes.txt' })
  expect(await here.done('GET', `/files/${reading.blocks[1].file_id}`)).toMatchObject({ status: 'ready' })
  expect(site.blocks[0].html).toContain('href="https://museum.example/"')
  expect(talk.blocks).toEqual([{ kind: 'text', html: '<p>Which is warm?</p>' }])
  expect(task.assignments).toMatchObject([{ title: 'A sky', text: 'Three washes.', max_score: 1000 }])
  expect(check.questions).toMatchObject([
    {
      content: {
        kind: 'single',
        prompt: 'Warm?',
        options: [{ text: 'Red', correct: true }, { correct: false }],
      },
    },
  ])
  expect(tool.blocks).toEqual([])
})

test('a SCORM package becomes lessons with what its pages say; XML with a document type is refused', async () => {
  const { done, upload, importOf } = await school()
  const page = '<html><head><script src="api.js"></script></head><body><h2>Red</h2></body></html>'
  const sco = resource('a', 'webcontent', 'a.html', 'adlcp:scormType="sco"')
  const manifest = manifestOf('ADL SCORM', leaf('Warm', 'a'), sco)
  const bytes = await zipped({ 'imsmanifest.xml': manifest, 'a.html': page, 'api.js': 'steal()' })
  const made = await importOf(await upload(bytes))
  expect(made).toMatchObject({ status: 'done', errors: [{ message: expect.stringContaining('<script>') }] })
  const here = { done } as School
  expect((await lessonsOf(here, made.course_id)).lessons).toMatchObject([
    { title: 'Warm', blocks: [{ kind: 'text', html: '<h2>Red</h2>' }] },
  ])
  const doctype = manifest.replace(
    '<manifest',
    '<!DOCTYPE manifest [<!ENTITY x SYSTEM "file:///etc/passwd">]><manifest',
  )
  const hostile = await zipped({ 'imsmanifest.xml': doctype, 'a.html': page })
  expect(await importOf(await upload(hostile))).toMatchObject({
    status: 'failed',
    failure: 'package_refused',
  })
  expect((await done('GET', '/courses')).data).toHaveLength(1)
})

test('what a course has as Common Cartridge, QTI and SCORM comes back from there', async () => {
  const [here, there] = [await school(), await school()]
  const course = await richCourse(here)
  const { lessons: original } = await lessonsOf(here, course.id)
  const back = async (format: string) => {
    const { bytes, warnings } = await here.exported(course.id, format)
    const { course_id, errors } = await there.importOf(await there.upload(bytes))
    return { ...(await lessonsOf(there, course_id)), warnings, errors, bytes }
  }
  const cartridge = await back('cartridge')
  expect(cartridge.warnings).toEqual([expect.stringContaining('Papers')])
  expect(cartridge.lessons.flatMap(({ assignments }) => assignments)).toMatchObject([
    { title: 'A sky', text: 'Three washes.', max_score: 1000 },
  ])
  expect(JSON.stringify(cartridge.lessons[0])).toContain('Wet the paper.')
  const qti = await back('qti')
  const [was] = original.flatMap(({ questions }) => questions)
  const [is] = qti.lessons.flatMap(({ questions }) => questions)
  const bare = (question: any) => JSON.stringify(question.content).replace(/"id":"[a-z0-9]{12}",?/g, '')
  expect([bare(is), is.points]).toEqual([bare(was), 250])
  const scorm = await back('scorm')
  expect(scorm.lessons.map(({ title }) => title)).toEqual(['Flat', 'Graded'])
  expect(scorm.warnings).toHaveLength(1)
  expect(JSON.stringify(scorm.lessons)).toContain('Wet the paper.')
})
