import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openArchive } from '@lms/archive'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import type { Browser } from 'playwright-core'
import { learningService } from '../../service.ts'
import { packageSchool, richCourse, type School, zipped } from '../../testing/package-school.ts'

let system: TestSystem
let gateway: TestGateway
let browser: Browser | undefined
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService, serviceService] })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await system?.stop()
})
const school = () => packageSchool(system, gateway)

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
  const imported = await here.importOf(await here.upload(bytes))
  expect(imported).toMatchObject({ status: 'finished', failure: null })
  const errorTexts = imported.errors.map(({ column, message }: any) => `${column}: ${message}`).join('\n')
  expect(errorTexts).toContain('Reading: what runs on the page is left out: <script>, onclick')
  expect(errorTexts).toContain('Tool: it is a tool of another site')
  const { modules, lessons } = await lessonsOf(here, imported.course_id)
  expect(modules).toEqual(['Week 1'])
  const [reading, site, talk, task, check, ...others] = lessons as [any, any, any, any, any]
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
  expect(others).toEqual([])
})

test('a SCORM package becomes lessons with what its pages say; XML with a document type is refused', async () => {
  const { done, upload, importOf } = await school()
  const page = '<html><head><script src="api.js"></script></head><body><h2>Red</h2></body></html>'
  const sco = resource('a', 'webcontent', 'a.html', 'adlcp:scormType="sco"')
  const manifest = manifestOf('ADL SCORM', leaf('Warm', 'a'), sco)
  const bytes = await zipped({ 'imsmanifest.xml': manifest, 'a.html': page, 'api.js': 'steal()' })
  const imported = await importOf(await upload(bytes))
  expect(imported).toMatchObject({
    status: 'finished',
    errors: [{ column: 'api.js' }, { message: expect.stringContaining('<script>') }],
  })
  const here = { done } as School
  expect((await lessonsOf(here, imported.course_id)).lessons).toMatchObject([
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

test('an object of an exported SCORM package reports its completion to a player', async () => {
  const { done, exported } = await school()
  const course = await richCourse({ done } as School)
  const { bytes } = await exported(course.id, 'scorm')
  const archive = await openArchive(
    async ({ start, length }) => bytes.subarray(start, start + length),
    bytes.length,
    { school: 'sch_1' },
  )
  const manifest = String(await archive.bytes('imsmanifest.xml'))
  const href = /adlcp:scormtype="sco"/.test(manifest) && /href="(les_[^"]+\.html)"/.exec(manifest)![1]!
  const object = String(await archive.bytes(href as string))
  const player = readFileSync(createRequire(import.meta.url).resolve('scorm-again/scorm12'), 'utf8')
  const frame = `<!DOCTYPE html><script src="/player.js"></script><script>window.API = new Scorm12API({ autocommit: false })</script>
    <iframe height="60" src="/object.html"></iframe>`
  browser = await startBrowser(1)
  const page = await browser.newPage()
  await page.route('**/*', route => {
    const path = new URL(route.request().url()).pathname
    if (path === '/player.js') return route.fulfill({ contentType: 'text/javascript', body: player })
    return route.fulfill({ contentType: 'text/html', body: path === '/object.html' ? object : frame })
  })
  await page.goto('http://player.example/')
  const status = () => page.evaluate('API.cmi.core.lesson_status')
  // Its end is below the frame.
  expect(await status()).not.toBe('completed')
  await page.evaluate('frames[0].scrollTo(0, frames[0].document.documentElement.scrollHeight)')
  await eventually('the report', async () => (await status()) === 'completed')
  await page.evaluate("document.querySelector('iframe').remove()")
  expect(await page.evaluate('API.isTerminated()')).toBe(true)
})

test('items of a test are counted once, those that no test asks are a quiz of their own, and a broken one costs itself', async () => {
  const here = await school()
  const one = (id: string) =>
    `<assessmentItem identifier="${id}" title="${id}"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>a</value></correctResponse></responseDeclaration>
     <itemBody><choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="a">a</simpleChoice><simpleChoice identifier="b">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`
  const resources = [resource('t', 'imsqti_test_xmlv2p1', 'test.xml')]
  for (const id of ['asked', 'broken', 'loose'])
    resources.push(resource(id, 'imsqti_item_xmlv2p1', `${id}.xml`))
  const bytes = await zipped({
    'imsmanifest.xml': manifestOf('QTI', '', resources.join('')),
    'test.xml': `<assessmentTest title="Test"><timeLimits maxTime="600"/><testPart><assessmentSection title="S"><assessmentItemRef href="asked.xml"/><assessmentItemRef href="broken.xml"/></assessmentSection></testPart></assessmentTest>`,
    ...{ 'asked.xml': one('asked'), 'broken.xml': '<assessmentItem>', 'loose.xml': one('loose') },
  })
  const { report, course_id } = await here.importOf(await here.upload(bytes))
  const counts = { kind: 'question', found: 3, taken: 2, changed: 0, left_out: 1 }
  expect(report.kinds).toContainEqual(counts)
  const { lessons } = await lessonsOf(here, course_id)
  expect(lessons.map(({ questions }) => questions.length)).toEqual([1, 1])
  expect(lessons[0]).toMatchObject({ title: 'Test', quizzes: [{ time_limit_seconds: 600 }] })
})
