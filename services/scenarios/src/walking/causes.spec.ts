// What let people in, and what their runs did, is visible to conditions, however late the services are that read of it.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import type { Service } from '@lms/service-host'
import {
  type Gate,
  gatedAt,
  openGate,
  startSystem,
  type TestSystem,
  eventually as within,
} from '@lms/testing'
import { usersService } from '@lms/users/service'
import { scenariosService } from '../service.ts'
import { end, schoolOf } from '../testing/school.ts'

const people = 100

/** Ten at a time: on a slow machine a hundred calls at once would outlast what a service waits for another. */
async function inTens<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += 10)
    results.push(...(await Promise.all(items.slice(at, at + 10).map(work))))
  return results
}
/** A crowd of a hundred on a busy machine; each wait of a run is a third of the time so far. */
const eventually: typeof within = (what, ask) => within(what, ask, 120_000)
/** The reactions of these services wait at their gates. */
const gates: Record<'users' | 'crm', Gate> = { users: openGate(), crm: openGate() }

let system: TestSystem
beforeAll(async () => {
  const gatedServices: Service[] = [gatedAt(gates.users, usersService), gatedAt(gates.crm, crmService)]
  system = await startSystem({ services: [...gatedServices, commerceService, scenariosService] })
})
afterAll(async () => {
  for (const gate of Object.values(gates)) gate.open()
  await system.stop()
})
beforeEach(() => {
  for (const gate of Object.values(gates)) gate.close()
})

const condition = (id: string, rule: object, yes: string) => ({
  ...{ id, kind: 'condition', yes, no: 'end' },
  if: { by: 'rule', rule },
})
const by = (type: string, next: string) => ({
  ...{ id: 'begin', kind: 'trigger', next },
  start: { by: 'event', type },
})
const goal = { id: 'right', kind: 'goal' }

/** Where all runs of a scenario are, with their numbers. */
async function placesIn(school: Awaited<ReturnType<typeof schoolOf>>, id: Id<'scn'>) {
  const runsByNode: Record<string, number> = {}
  for (const [node, [entered, waiting]] of Object.entries(await school.statsOf(id)))
    if (node === 'right' || node === 'end') runsByNode[node] = entered!
    else if (waiting) runsByNode[node] = waiting
  return runsByNode
}

test('a crowd that has just paid is judged by what it paid, got and did, and by nothing older', async () => {
  const school = await schoolOf(system)
  const { caller, people: api, crm, enabled } = school
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const [course, ofGroup] = [newId('crs'), newId('crs')]
  const group = (await api.groups.create({ body: { name: 'Spring', course_ids: [ofGroup] } })).id
  const tag = (await api.tags.create({ body: { name: 'Buyer' } })).id
  gates.crm.open()
  const segment = (await crm.segments.create({ body: { name: 'Buyers', rule: { tag } } as never })).id
  const { id } = await enabled([
    by('order.paid', 'spent'),
    condition('spent', { spent: 'EUR', at_least: 10_000 }, 'access'),
    condition('access', { and: [{ access: course }, { access: ofGroup }] }, 'paid'),
    condition('paid', { event: 'order.paid' }, 'mark'),
    { id: 'mark', kind: 'tag', action: 'add', tag_id: tag, next: 'marked' },
    condition('marked', { tag }, 'among'),
    condition('among', { segment }, 'right'),
    goal,
    end,
  ])
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 19_900, currency: 'EUR' } })
  const items = [
    { kind: 'course', resource_id: course, name: 'Lessons' },
    { kind: 'group', resource_id: group, name: 'Flow' },
  ] as const
  for (const body of items) await commerce.offerItems.create({ path: { id: offer.id }, body })
  const buyers = await inTens(Array.from({ length: people }), () => school.person())
  gates.crm.close()
  await inTens(buyers, async ({ id: user_id }) => {
    const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  })
  const all = (node: string) => ({ [node]: people })
  // users have not granted the accesses yet.
  await eventually('all to be asked about', async () => (await placesIn(school, id)).access === people)
  gates.users.open()
  // crm has not counted the orders yet.
  await eventually('all to have their access', async () => (await placesIn(school, id)).paid === people)
  gates.crm.open()
  await eventually('all to be through', async () => {
    const { right = 0, end = 0 } = await placesIn(school, id)
    return right + end === people
  })
  expect(await placesIn(school, id)).toEqual(all('right'))
}, 400_000)

test('people who were just created are students to the scenario that begins with that', async () => {
  const school = await schoolOf(system)
  const { id } = await school.enabled([
    by('user.created', 'student'),
    condition('student', { field: 'role', equals: 'student' }, 'right'),
    goal,
    end,
  ])
  await inTens(Array.from({ length: people }), () => school.person())
  await eventually('all to be through', async () => {
    const { right = 0, end = 0 } = await placesIn(school, id)
    return right + end === people
  })
  expect(await placesIn(school, id)).toEqual({ right: people })
}, 200_000)

test('who enters by hand, or through a segment, is judged by what was committed before', async () => {
  const school = await schoolOf(system)
  const { caller, crm, scenarios, enabled } = school
  gates.users.open()
  gates.crm.open()
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const course = newId('crs')
  const paid = { event: 'order.paid' }
  const segment = (await crm.segments.create({ body: { name: 'Buyers', rule: paid } as never })).id
  const has = condition('has', { access: course }, 'right')
  const { id: byHand } = await enabled([
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'has' },
    ...[has, goal, end],
  ])
  const { id: bySegment } = await enabled([
    { id: 'begin', kind: 'trigger', start: { by: 'segment', segment_id: segment }, next: 'has' },
    ...[has, goal, end],
  ])
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 19_900, currency: 'EUR' } })
  const item = { kind: 'course', resource_id: course, name: 'Lessons' } as const
  await commerce.offerItems.create({ path: { id: offer.id }, body: item })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => school.person()))
  gates.users.close()
  await Promise.all(
    buyers.map(async ({ id: user_id }) => {
      const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
      await commerce.orders.markPaid({ path: { id }, body: {} })
      await scenarios.run({ path: { id: byHand }, body: { user_id } })
    }),
  )
  await eventually('crm to know', async () => {
    const { size } = await crm.segments.get({ path: { id: segment } })
    return size === buyers.length
  })
  // Whoever follows segments begins anew.
  // A busy machine may have it repeated, as every caller would.
  await eventually('the publication', () => scenarios.publish({ path: { id: bySegment }, body: {} }))
  const all = (node: string) => ({ [node]: buyers.length })
  for (const id of [byHand, bySegment])
    await eventually('all to be asked about', async () => {
      const places = await placesIn(school, id)
      return Object.values(places).reduce((sum, count) => sum + count, 0) === buyers.length && places
    })
  gates.users.open()
  for (const id of [byHand, bySegment]) {
    await eventually('all to be through', async () => {
      const { right = 0, end = 0 } = await placesIn(school, id)
      return right + end === buyers.length
    })
    expect(await placesIn(school, id)).toEqual(all('right'))
  }
}, 200_000)

test('an event right behind the one that let a person in ends the wait for it', async () => {
  const school = await schoolOf(system)
  const commerce = system.client('commerce', commerceContract.resources, school.caller)
  const { id } = await school.enabled([
    by('order.created', 'paying'),
    {
      ...{ id: 'paying', kind: 'wait', next: 'right', timeout: 'end' },
      until: { by: 'event', type: 'order.paid', minutes: 600 },
    },
    goal,
    end,
  ])
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 19_900, currency: 'EUR' } })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => school.person()))
  await inTens(buyers, async ({ id: user_id }) => {
    const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  })
  await eventually('all to have paid', async () => (await placesIn(school, id)).right === buyers.length)
})

test('a mailing and a bulk action go to all who have become members before, and a dry run knows what it did', async () => {
  const school = await schoolOf(system)
  const { people: api, crm, scenarios } = school
  gates.crm.open()
  const group = (await api.groups.create({ body: { name: 'Spring' } })).id
  const tag = (await api.tags.create({ body: { name: 'Member' } })).id
  const segment = (await crm.segments.create({ body: { name: 'Members', rule: { group } } })).id
  const members = await Promise.all(Array.from({ length: people }, () => school.person()))
  const mailing = await crm.mailings.create({
    body: {
      name: 'Autumn',
      subject: 'Hi',
      body: 'Hello',
      topic: 'study',
      audience: { segment_ids: [segment] },
    },
  })
  const key = await api.apiKeys.issue({
    body: { name: 'Bulk', role: 'owner', kind: 'integration', scope: ['*'] } as never,
  })
  const { bulkActions } = system.client('crm', crmContract.resources, {
    ...school.caller,
    ...{ key: (key as { id: string }).id, user: null, onBehalf: false },
  } as never)
  gates.crm.close()
  await api.members.add({ path: { id: group }, body: { user_ids: members.map(({ id }) => id) } })
  await crm.mailings.start({ path: { id: mailing.id }, body: {} })
  const bulk = await bulkActions.create({
    body: { segment_id: segment, kind: 'add_tag', tag_id: tag, dry_run: true } as never,
  })
  // Their audiences wait: so does what was begun after them.
  const walked = await school.draft([
    { id: 'begin', kind: 'trigger', start: { by: 'hand' }, next: 'untag' },
    { id: 'untag', kind: 'tag', action: 'remove', tag_id: tag, next: 'without' },
    condition('without', { not: { tag } }, 'mark'),
    { id: 'mark', kind: 'tag', action: 'add', tag_id: tag, next: 'with' },
    condition('with', { tag }, 'right'),
    goal,
    end,
  ])
  const dry = await scenarios.dryRun({ path: { id: walked.id }, body: { user_id: members[0]!.id } })
  expect(dry.reason).toBe('goal')
  gates.crm.open()
  const audienceOf = async () => [
    (await crm.mailings.get({ path: { id: mailing.id } })).counts.audience,
    (await bulkActions.get({ path: { id: bulk.id } })).counts.audience,
  ]
  await eventually('both audiences', async () => (await audienceOf()).every(count => count > 0))
  expect(await audienceOf()).toEqual([people, people])
})
