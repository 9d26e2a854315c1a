// From visitors to students, by page and channel: the first form, order, payment and lesson of people.
import { commerceService } from '@lms/commerce/service'
import type { Id } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { visits } from '../contract.ts'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, learningService, siteService, analyticsService],
  })
})
afterAll(() => system.stop())

async function schoolWithForm() {
  const school = schoolOf(system)
  const site = system.client('site', siteContract.resources, school.caller)
  const learning = system.client('learning', learningContract.resources, school.caller)
  const gateway = system.internal('analytics', { visits }, { school: school.caller.school }).visits
  const fields = [{ key: 'email', label: 'E-mail', kind: 'email' as const, person_field: 'email' as const }]
  const course = await learning.courses.create({ body: { title: 'Painting' } })
  const module = await learning.modules.create({ body: { course_id: course.id, title: 'Water' } })
  const lesson = await learning.lessons.create({ body: { module_id: module.id, title: 'Paper' } })
  const content = { kind: 'text' as const, html: '<p>Wet it first.</p>' }
  await learning.lessonBlocks.create({ path: { id: lesson.id }, body: { content } })
  await learning.lessons.update({ path: { id: lesson.id }, body: { status: 'published' } })
  await learning.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })

  const visit = async (page: string, source: string, people: number) => {
    const { day } = await gateway.salt()
    const visits = Array.from({ length: people }, (_, index) => ({
      visitor: `visitor of ${page} ${source} ${index}`,
      ...{ page, source, medium: '', campaign: '' },
    }))
    await gateway.count({ body: { day, visits } })
  }
  const send = async (email: string, page_url: string, source = '') => {
    const { id: form_id } = await site.forms.create({ body: { name: 'Ask us', fields } })
    const body = { form_id, answers: { email }, page_url, utm: { source } }
    return (await site.submissions.create({ body })).user_id!
  }
  const learn = async (user_id: Id<'usr'>) => {
    await school.users.accesses.create({ body: { user_id, course_id: course.id } })
    await learning.enrollments.create({ body: { user_id, course_id: course.id } })
    await learning.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id } })
  }
  const buy = async (user_id: Id<'usr'>, amount = 5000) => {
    const order = await school.order(user_id, [await school.offer(amount)])
    await school.pay(order.id, new Date().toISOString())
  }
  const ask = async (dimensions: string[], metrics: string[]) => {
    const { data } = await school.api.queries.query({ body: { metrics, dimensions } as never })
    return data.map(({ dimensions: by, values }) => [
      ...Object.values(by),
      ...metrics.map(name => values[name]),
    ])
  }
  return { ...school, site, visit, send, learn, buy, ask }
}

const counts = ['visitors', 'form_submissions', 'first_forms', 'first_orders', 'new_buyers', 'first_lessons']
const shares = [
  'visit_to_form_basis_points',
  'form_to_order_basis_points',
  'order_to_payment_basis_points',
  'payment_to_lesson_basis_points',
  'visit_to_payment_basis_points',
]

test('each step from a visit to a lesson is counted once a person, by page and channel, also after an erasure', async () => {
  const { visit, send, learn, buy, order, offer, ask, users, all } = await schoolWithForm()
  await visit('pages.example/spring', 'news', 8)
  await visit('pages.example/autumn', 'search', 2)
  const ann = await send('ann@people.example', 'https://pages.example/spring?utm_source=News#form', 'News')
  const bea = await send('bea@people.example', 'https://pages.example/spring', 'news')
  const cid = await send('cid@people.example', 'https://pages.example/autumn', 'search')
  // Who sends another form came by the first one.
  await send('ann@people.example', 'https://pages.example/autumn', 'search')
  await send('dan@people.example', 'https://pages.example/u/dan@people.example')
  await buy(ann)
  await buy(ann)
  await learn(ann)
  await order(bea, [await offer(5000)])
  await buy(cid)
  const byPage = [
    ['', 0, 1, 1, 0, 0, 0],
    ['pages.example/autumn', 2, 2, 1, 1, 1, 0],
    ['pages.example/spring', 8, 2, 2, 2, 1, 1],
  ]
  const bySource = [
    ['', 0, 1, 1, 0, 0, 0],
    ['news', 8, 2, 2, 2, 1, 1],
    ['search', 2, 2, 1, 1, 1, 0],
  ]
  const isCounted = async () => JSON.stringify(await ask(['page'], counts)) === JSON.stringify(byPage)
  await eventually('all steps', isCounted)
  expect(await ask(['source'], counts)).toEqual(bySource)
  expect(await ask(['page'], shares)).toEqual([
    ['', null, 0, null, null, null],
    ['pages.example/autumn', 5000, 10_000, 10_000, 0, 5000],
    ['pages.example/spring', 2500, 10_000, 5000, 10_000, 1250],
  ])
  expect(await ask([], counts)).toEqual([[10, 5, 4, 3, 2, 1]])
  await users.persons.anonymize({ path: { id: ann } })
  await eventually(
    'the erasure',
    async () => (await all(`/v1/users?id=${ann}&email=ann@people.example`)).length === 0,
  )
  expect(await ask(['page'], counts)).toEqual(byPage)
  expect(await ask(['source'], counts)).toEqual(bySource)
})
