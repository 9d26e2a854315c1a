// The same package again makes no second course: it updates what nobody changed here, and says what differs.
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { asStudent } from '../../testing/as-student.ts'
import { canvasPackage } from '../../testing/canvas-package.ts'
import { moodleBackupFiles } from '../../testing/moodle-backup.ts'
import { packageSchool, richCourse, type School, shapeOf, zipped } from '../../testing/package-school.ts'

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

/** All of a course with its versions and ids. */
async function wholeOf({ done }: School, id: string) {
  const tree = await done('GET', `/courses/${id}/structure`)
  const lessons = tree.modules.flatMap((module: any) => module.lessons)
  const parts = await Promise.all(
    lessons.map(async (lesson: any) => [
      await done('GET', `/lessons/${lesson.id}`),
      await done('GET', `/lessons/${lesson.id}/blocks?sort=position`),
      await done('GET', `/quizzes?lesson_id=${lesson.id}`),
      await done('GET', `/assignments?lesson_id=${lesson.id}`),
    ]),
  )
  return [await done('GET', `/courses/${id}`), tree, parts]
}
const filesIn = async ({ done }: School) => (await done('GET', '/files?limit=200')).data.length
const coursesIn = async ({ done }: School) => (await done('GET', '/courses?limit=200')).data.length

const own = async () => {
  const elsewhere = await packageSchool(system, gateway)
  return elsewhere.packageOf((await richCourse(elsewhere)).id)
}
test.each([
  ['of Canvas', () => canvasPackage()],
  ['of Moodle', () => zipped(moodleBackupFiles)],
  ['of the product', own],
])('a package %s twice in a row changes nothing', async (_, bytes) => {
  const here = await packageSchool(system, gateway)
  const content = await bytes()
  const fields = { name: 'backup.mbz', content_type: 'application/zip' }
  const sent = () => here.upload(content, fields)
  const [first, second] = [await sent(), await sent()]
  const { course_id, counts } = await here.importOf(first)
  const [before, files] = [await wholeOf(here, course_id), await filesIn(here)]
  const dry = await here.importOf(second, { dry_run: true })
  const again = await here.importOf(second)
  expect(again).toMatchObject({ status: 'finished', failure: null, course_id })
  expect(again.counts).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: counts.created,
    errors: counts.errors,
  })
  expect(dry.counts).toEqual(again.counts)
  expect(await wholeOf(here, course_id)).toEqual(before)
  expect([await coursesIn(here), await filesIn(here)]).toEqual([1, files])
})

const page = (text: string) => `<html><head><title>P</title></head><body><p>${text}</p></body></html>`
const question = (id: string, right: string) =>
  `<item ident="${id}"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel>
   <fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
   <presentation><material><mattext texttype="text/html">Which?</mattext></material>
   <response_lid ident="r" rcardinality="Single"><render_choice>
   <response_label ident="a"><material><mattext>Red</mattext></material></response_label>
   <response_label ident="b"><material><mattext>Blue</mattext></material></response_label></render_choice></response_lid></presentation>
   <resprocessing><outcomes><decvar varname="SCORE"/></outcomes><respcondition><conditionvar>
   <varequal respident="r">${right}</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`
const test1 = (right: string) =>
  `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="t" title="Check"><section ident="s">${question('q', right)}</section></assessment></questestinterop>`

/** A Common Cartridge of pages, by their names in their order, and a quiz. */
const cartridge = (pages: Record<string, string>, { right = 'a', module = 'Basics' } = {}) => {
  const items = Object.keys(pages)
    .map(name => `<item identifier="i_${name}" identifierref="r_${name}"><title>${name}</title></item>`)
    .join('')
  const resources = Object.keys(pages)
    .map(
      name =>
        `<resource identifier="r_${name}" type="webcontent" href="${name}.html"><file href="${name}.html"/></resource>`,
    )
    .join('')
  return zipped({
    'imsmanifest.xml': `<manifest identifier="course_1" xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
      <metadata><schema>IMS Common Cartridge</schema><schemaversion>1.1.0</schemaversion></metadata>
      <organizations><organization identifier="o" structure="rooted-hierarchy"><item identifier="root">
      <item identifier="m1"><title>${module}</title>${items}
      <item identifier="i_quiz" identifierref="r_quiz"><title>Check</title></item></item></item></organization></organizations>
      <resources>${resources}<resource identifier="r_quiz" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="quiz.xml"/></resource></resources>
      </manifest>`,
    'quiz.xml': test1(right),
    ...Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${name}.html`, page(text)])),
  })
}

test('what is new or changed there comes, and what was changed, deleted or worked in here stays, with a word', async () => {
  const here = await packageSchool(system, gateway)
  const { done, importOf, upload } = here
  const { course_id } = await importOf(
    await upload(await cartridge({ one: 'First', two: 'Second', three: 'Third', four: 'Fourth' })),
  )
  const lessonsOf = async (): Promise<any[]> =>
    (await done('GET', `/courses/${course_id}/structure`)).modules.flatMap(({ title, lessons }: any) =>
      lessons.map((lesson: any) => ({ ...lesson, module: title })),
    )
  const textOf = async (id: string) =>
    (await done('GET', `/lessons/${id}/blocks`)).data.map(({ content }: any) => content.html ?? content.kind)
  const [one, two, three] = await lessonsOf()
  // Published, one with other words, one deleted: publishing is no change of what came from there.
  await done('PATCH', `/lessons/${one.id}`, { status: 'published' })
  const [block] = (await done('GET', `/lessons/${two.id}/blocks`)).data
  await done('PATCH', `/lessons/${two.id}/blocks/${block.id}`, {
    content: { kind: 'text', html: '<p>Ours</p>' },
  })
  await done('DELETE', `/lessons/${three.id}`)

  const next = await cartridge(
    { zero: 'New', one: 'First, anew', two: 'Second, anew', three: 'Third, anew' },
    { right: 'b', module: 'Basics of colour' },
  )
  const file = await upload(next)
  const dry = await importOf(file, { dry_run: true })
  const again = await importOf(file)
  expect(again).toMatchObject({ status: 'finished', course_id })
  expect([dry.counts, dry.report]).toEqual([again.counts, again.report])
  for (const { found, taken, changed, left_out } of again.report.kinds)
    expect(taken + changed + left_out).toBe(found)
  const { rows, created, updated, unchanged, errors } = again.counts
  expect(created + updated + unchanged + errors).toBe(rows)
  expect([created, updated]).toEqual([1, 3])
  const told = new Map(
    again.report.items.map(({ kind, name, notes }: any) => [`${kind} ${name}`, notes.join('; ')]),
  )
  expect(told.get('lesson two')).toContain('changed here and in the package')
  expect(told.get('lesson four')).toContain('the package has it no more')
  expect(told.get('page three')).toContain('deleted here')
  expect(told.get('page one')).toContain('it is here already')
  const lessons = await lessonsOf()
  expect(lessons.map(({ title, module }) => [title, module])).toEqual(
    ['one', 'two', 'four', 'Check', 'zero'].map(title => [title, 'Basics of colour']),
  )
  expect(lessons[0]).toMatchObject({ id: one.id })
  expect((await done('GET', `/lessons/${one.id}`)).status).toBe('published')
  expect(await textOf(one.id)).toEqual(['<p>First, anew</p>'])
  expect(await textOf(two.id)).toEqual(['<p>Ours</p>'])
  expect(await textOf(lessons[4]!.id)).toEqual(['<p>New</p>'])
  const { data: quizzes } = await done('GET', `/quizzes?course_id=${course_id}`)
  expect(quizzes).toHaveLength(1)
  const { data: questions } = await done('GET', `/quizzes/${quizzes[0].id}/questions`)
  expect(questions[0].content.options.map(({ correct }: any) => correct)).toEqual([false, true])
  const third = await importOf(await upload(next))
  expect(third.counts).toMatchObject({ created: 0, updated: 0 })
  expect(await coursesIn(here)).toBe(1)
})

test('a quiz that people have taken stays as they took it', async () => {
  const here = await packageSchool(system, gateway)
  const { course_id } = await here.importOf(await here.upload(await cartridge({ one: 'First' })))
  const student = await asStudent(system, here, course_id)
  const { data: quizzes } = await here.done('GET', `/quizzes?course_id=${course_id}`)
  expect(await student.shareOf(quizzes[0].id, ['Red'])).toBe(1)
  const again = await here.importOf(
    await here.upload(await cartridge({ one: 'First, anew' }, { right: 'b' })),
  )
  expect(again).toMatchObject({ status: 'finished', course_id, counts: { created: 0 } })
  const told = again.report.items.filter(({ kind }: any) => kind === 'lesson')
  expect(told.map(({ name, notes }: any) => [name, notes.join('; ')])).toEqual([
    ['Check', expect.stringContaining('people have worked in it here')],
  ])
  const { data } = await here.done('GET', `/quizzes?course_id=${course_id}`)
  expect(data.map(({ id }: any) => id)).toEqual([quizzes[0].id])
  expect(await student.shareOf(quizzes[0].id, ['Red'])).toBe(1)
})

/** A package of a test without a title, as many programs write it: its manifest and its test are called the same each time. */
const untitled = (item: string, right: string) =>
  zipped({
    'imsmanifest.xml': `<manifest identifier="MANIFEST-1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><organizations/>
      <resources><resource identifier="test" type="imsqti_item_xmlv2p1" href="${item}.xml"><file href="${item}.xml"/></resource></resources></manifest>`,
    [`${item}.xml`]: `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q" title="${item}">
      <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>${right}</value></correctResponse></responseDeclaration>
      <itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which?</prompt>
      <simpleChoice identifier="a">Red</simpleChoice><simpleChoice identifier="b">Blue</simpleChoice></choiceInteraction></itemBody></assessmentItem>`,
  })

test('tests without a title whose manifests are called the same are courses of their own', async () => {
  const here = await packageSchool(system, gateway)
  const sent = async (item: string, right: string) =>
    here.importOf(await here.upload(await untitled(item, right)))
  const [first, other] = [await sent('colours', 'a'), await sent('papers', 'a')]
  expect(other.course_id).not.toBe(first.course_id)
  expect(other.counts).toEqual(first.counts)
  expect(await sent('colours', 'b')).toMatchObject({ course_id: first.course_id, counts: { created: 0 } })
})

test('a course that was deleted here is made again, and another school has its own', async () => {
  const [here, there] = [await packageSchool(system, gateway), await packageSchool(system, gateway)]
  const bytes = await cartridge({ one: 'First' })
  const first = await here.importOf(await here.upload(bytes))
  await here.done('DELETE', `/courses/${first.course_id}`)
  const second = await here.importOf(await here.upload(bytes))
  expect(second.course_id).not.toBe(first.course_id)
  expect(second.counts).toEqual(first.counts)
  const other = await there.importOf(await there.upload(bytes))
  expect(await shapeOf(there, other.course_id)).toBe(await shapeOf(here, second.course_id))
})
