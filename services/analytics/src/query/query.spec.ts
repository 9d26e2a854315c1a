import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { serviceService } from '@lms/service/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, learningService, crmService, serviceService, analyticsService],
  })
})
afterAll(() => system.stop())

/** Two people who came by other ways, and bought. */
async function shop() {
  const school = schoolOf(system)
  const [euros, dollars] = [await school.offer(5000), await school.offer(7000, 'USD')]
  const page = system.client('commerce', commerceContract.resources, {
    ...school.caller,
    key: newId('key'),
    kind: 'publishable',
    role: 'student',
  })
  const buy = async (user: { id: Id<'usr'> }, offer: typeof euros, source = '') => {
    const { id } = await school.commerce.checkouts.create({
      body: { user_id: user.id, items: [{ offer_id: offer }], utm: { source, medium: 'cpc' } },
    })
    const { order_id } = await page.checkouts.confirm({ path: { id } })
    await school.commerce.orders.markPaid({ path: { id: order_id! }, body: {} })
    return order_id
  }
  const [ann, bea] = [await school.person(), await school.person()]
  return { ...school, euros, dollars, ann, bea, buy }
}

test('a query answers for metrics by dimensions, and its queries list what is behind them', async () => {
  const { api, ann, bea, buy, euros, dollars, all } = await shop()
  await buy(ann, euros)
  await buy(ann, euros)
  await buy(bea, dollars)
  const body = { metrics: ['turnover' as const, 'payments' as const, 'average_check' as const] }
  await eventually('the payments', async () => {
    const { data } = await api.queries.query({ body })
    return data.reduce((sum, { values }) => sum + (values.payments ?? 0), 0) === 3
  })
  const { data, as_of } = await api.queries.query({
    body: { ...body, order: { by: 'payments' }, compare: 'previous_period' },
  })
  expect(data.map(({ dimensions, values, compared }) => ({ dimensions, values, compared }))).toEqual([
    {
      dimensions: { currency: 'EUR' },
      values: { turnover: 10_000, payments: 2, average_check: 5000 },
      compared: { turnover: 0, payments: 0, average_check: null },
    },
    {
      dimensions: { currency: 'USD' },
      values: { turnover: 7000, payments: 1, average_check: 7000 },
      compared: { turnover: 0, payments: 0, average_check: null },
    },
  ])
  expect(as_of.at).not.toBeNull()
  for (const { values, drill } of data) expect(await all(drill.payments!)).toHaveLength(values.payments!)
  const people = await api.queries.query({ body: { metrics: ['people'], dimensions: ['day'] } })
  const [row] = people.data
  expect(await all(row!.drill.people!)).toHaveLength(row!.values.people!)
})

test('beside money of currencies, what has no currency has a row of its own, and no row says 0 of what it cannot have', async () => {
  const { api, ann, buy, euros, all } = await shop()
  await buy(ann, euros)
  const ask = async () => (await api.queries.query({ body: { metrics: ['people', 'turnover'] } })).data
  await eventually('people and money', async () => (await ask()).length === 2)
  const [people, money] = await ask()
  expect(people).toMatchObject({ dimensions: { currency: '' }, values: { people: 2, turnover: null } })
  expect(money).toMatchObject({ dimensions: { currency: 'EUR' }, values: { people: null, turnover: 5000 } })
  expect([people, money].map(row => Object.keys(row!.drill))).toEqual([['people'], ['turnover']])
  expect(await all(people!.drill.people!)).toHaveLength(2)
})

test('a cost is of days that the calendar has', async () => {
  const { settings, all } = await shop()
  const change = (from: string, to: string) => {
    const cost = { source: 'NEWS', medium: 'cpc', campaign: '', amount: 5000, currency: 'EUR', from, to }
    return settings.settings.update({ body: { id: 'analytics', values: { costs: [cost] } } })
  }
  for (const [from, to] of [
    ['2026-02-31', '2026-03-01'],
    ['2026-01-01', '2026-99-99'],
    ['2026-02-29', '2026-03-01'],
    ['2026-00-00', '2026-03-01'],
  ] as const)
    await expect(change(from, to)).rejects.toMatchObject({ status: 400 })
  await change('2020-01-01', '9999-12-31')
  expect(await all('/v1/analytics/traffic')).toEqual([])
})

test('what the table of metrics does not have is refused, with what it has', async () => {
  const { api } = await shop()
  const ask = (body: object) => api.queries.query({ body: body as never })
  await expect(ask({ metrics: ['people'], dimensions: ['offer_id'] })).rejects.toMatchObject({
    reason: 'metric_not_divided',
  })
  await expect(ask({ metrics: ['turnover'], dimensions: ['day', 'week'] })).rejects.toMatchObject({
    reason: 'metric_not_divided',
  })
  await expect(
    ask({ metrics: ['turnover'], dimensions: ['day'], compare: 'previous_year' }),
  ).rejects.toMatchObject({ reason: 'compare_invalid' })
  await expect(
    ask({ metrics: ['turnover'], period: { from: '2010-01-01T00:00:00Z' } }),
  ).rejects.toMatchObject({ reason: 'period_invalid' })
  await expect(
    ask({ metrics: ['payments'], dimensions: ['currency'], order: { by: 'turnover' } }),
  ).rejects.toMatchObject({
    reason: 'order_invalid',
    details: [{ path: 'body.order.by', message: 'must be one of: payments, currency' }],
  })
})

test('traffic counts people and money by their first or last visit, with the payback of its costs', async () => {
  const { all, ann, api, bea, buy, commerce, euros, settings, users } = await shop()
  await buy(ann, euros, 'news')
  await buy(ann, euros, 'search')
  const orderOfBea = await buy(bea, euros, ' News')
  const today = new Date().toISOString().slice(0, 10)
  const cost = { source: 'news', medium: 'cpc', campaign: '', from: today, to: today, currency: 'EUR' }
  await settings.settings.update({
    body: { id: 'analytics', values: { costs: [{ ...cost, amount: 5000 }] } },
  })
  const traffic = (query = '') => all(`/v1/analytics/traffic${query}`)
  const sum = (rows: any[]) =>
    rows.map(({ source, people, orders, money }) => [source, people, orders, money[0]?.net])
  await eventually('the visits', async () => {
    const rows = await traffic()
    return rows.length === 1 && rows[0].money[0]?.turnover === 15_000
  })
  const [first] = await traffic()
  expect(sum([first])).toEqual([['news', 2, 3, 15_000]])
  expect(first.money[0]).toMatchObject({ cost: 5000, payback_percent: 300 })
  for (const [kind, count] of [
    ['people', 2],
    ['orders', 3],
    ['payments', 3],
  ] as const)
    expect((await Promise.all(first.drill[kind].map((query: string) => all(query)))).flat()).toHaveLength(
      count,
    )
  // What was paid before the last visit was paid after the one before.
  expect(sum(await traffic('?touch=last'))).toEqual([
    ['news', 1, 2, 10_000],
    ['search', 1, 1, 5000],
  ])
  const [last] = await traffic('?touch=last&source=Search')
  expect(sum([last])).toEqual([['search', 1, 1, 5000]])
  expect(await all(last.drill.payments[0])).toMatchObject([{ user_id: ann.id, amount: 5000 }])
  const { data: paid } = await api.queries.query({
    body: { metrics: ['turnover'], dimensions: ['last_source'] },
  })
  expect(paid.map(({ dimensions, values }) => [dimensions.last_source, values.turnover])).toEqual([
    ['news', 10_000],
    ['search', 5000],
  ])
  // Who has left the school since has come all the same.
  await users.users.delete({ path: { id: bea.id } })
  const [again] = await traffic()
  expect([again.people, await all(again.drill.people[0])]).toMatchObject([2, [{}, {}]])
  // What an erased person did stays where it was counted, as that of nobody, and so does what comes later.
  await users.persons.anonymize({ path: { id: bea.id } })
  await eventually('the erasure', async () => (await traffic())[0].drill.people === null)
  expect(sum(await traffic())).toEqual([['news', 2, 3, 15_000]])
  const [payment] = await all(`/v1/payments?order_id=${orderOfBea}`)
  await commerce.paymentRefunds.refund({ path: { id: payment.id }, body: { amount: 2000 } })
  await eventually('the refund', async () => (await traffic())[0].money[0].refunds === 2000)
  expect(sum(await traffic())).toEqual([['news', 2, 3, 13_000]])
  expect(await traffic('?touch=last')).toHaveLength(2)
})

test('a funnel counts who came from one segment to the next', async () => {
  const { api, all, ann, bea, buy, euros, caller, users } = await shop()
  const crm = system.client('crm', crmContract.resources, caller)
  const segment = (rule: object) => crm.segments.create({ body: { name: 'Segment', rule } })
  const first = await segment({ event: 'order.created' })
  const second = await segment({ event: 'order.paid', at_least: 2 })
  await buy(ann, euros)
  await buy(ann, euros)
  await buy(bea, euros)
  const query = { segment_ids: `${first.id},${second.id}` }
  const rows = async () => (await api.funnel.list({ query })).data
  await eventually('the entries', async () => {
    const [one, other] = await rows()
    return one?.people === 2 && other?.people === 1
  })
  const result = await rows()
  expect(result).toMatchObject([
    { step: 1, segment_id: first.id, percent_of_first: 100, percent_of_previous: null },
    { step: 2, segment_id: second.id, percent_of_first: 50, percent_of_previous: 50, median_hours: 0 },
  ])
  await users.users.delete({ path: { id: ann.id } })
  expect(await all((await rows())[1]!.drill![0]!)).toMatchObject([{ id: ann.id }])
  const unknown = await api.funnel.list({ query: { segment_ids: newId('seg') } })
  expect(unknown).toMatchObject({ data: [], warnings: [expect.stringContaining('segment_ids')] })
})

test('a course shows how far its students have come, lesson by lesson', async () => {
  const { api, all, caller, users, ann, bea } = await shop()
  const learning = system.client('learning', learningContract.resources, caller)
  const course = await learning.courses.create({ body: { title: 'Painting' } })
  const module = await learning.modules.create({ body: { course_id: course.id, title: 'Water' } })
  const lessons = []
  for (const title of ['Paper', 'Brushes'])
    lessons.push(await learning.lessons.create({ body: { module_id: module.id, title } }))
  for (const { id } of lessons) {
    const content = { kind: 'text' as const, html: '<p>Wet it first.</p>' }
    await learning.lessonBlocks.create({ path: { id }, body: { content } })
    await learning.lessons.update({ path: { id }, body: { status: 'published' } })
  }
  await learning.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  for (const { id } of [ann, bea]) {
    await users.accesses.create({ body: { user_id: id, course_id: course.id } })
    await learning.enrollments.create({ body: { user_id: id, course_id: course.id } })
  }
  const get = () => api.courseAnalytics.get({ path: { id: course.id } })
  expect((await get()).enrolled).toBe(2)
  await learning.lessonCompletions.complete({ path: { id: lessons[0]!.id }, body: { user_id: ann.id } })
  expect(await get()).toMatchObject({
    completed: 0,
    lessons: [
      {
        title: 'Paper',
        opened: 2,
        started: 1,
        completed: 1,
        completed_percent: 50,
        drop_off: 0,
        median_minutes: 0,
      },
      { title: 'Brushes', opened: 2, started: 0, completed: 0, completed_percent: 0, median_minutes: null },
    ],
  })
  // Who lost the access has seen the lessons open, and the query of them says so, too.
  const [enrollment] = (await learning.enrollments.list({ query: { user_id: bea.id } })).data
  const [access] = (await users.accesses.list({ query: { user_id: bea.id } })).data
  await users.accesses.revoke({ path: { id: access!.id } })
  await eventually('the suspension', async () => {
    const { status } = await learning.enrollments.get({ path: { id: enrollment!.id } })
    return status === 'suspended'
  })
  // Who has no access any more stands apart; who was deleted is no student.
  const students = async () => {
    const { enrolled, without_access, drill } = await get()
    expect(await all(drill.enrolled)).toHaveLength(enrolled)
    return [enrolled, without_access]
  }
  expect(await students()).toEqual([1, 1])
  const listed = async () => {
    const counts = []
    for (const { drill } of (await get()).lessons)
      for (const each of [drill.opened, drill.started, drill.completed]) counts.push((await all(each)).length)
    return counts
  }
  const counted = async () =>
    (await get()).lessons.flatMap(({ opened, started, completed }) => [opened, started, completed])
  expect(await counted()).toEqual([2, 1, 1, 2, 0, 0])
  expect(await listed()).toEqual([2, 1, 1, 2, 0, 0])
  await users.users.delete({ path: { id: bea.id } })
  await eventually('the deletion', async () => (await students())[1] === 0)
  // Whose enrollment has ended is no student any more, and no query of students lists what they did.
  const [ended] = (await learning.enrollments.list({ query: { user_id: ann.id } })).data
  await learning.enrollments.delete({ path: { id: ended!.id } })
  expect(await counted()).toEqual([1, 0, 0, 1, 0, 0])
  expect(await listed()).toEqual([1, 0, 0, 1, 0, 0])
  await expect(api.courseAnalytics.get({ path: { id: newId('crs') } })).rejects.toMatchObject({
    code: 'not_found',
  })
})
