import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { asSchool, hostOperations, step } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { rebuilding } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, siteService, commerceService, webhooksService, crmService],
  })
})
afterAll(() => system.stop())

/** Everything that crm knows of a school's people, as lines. */
async function readFactLines(school: string): Promise<string[]> {
  const rows = await system.services.crm!.runtime.database.of(school).run([
    asSchool(school),
    {
      statement: {
        name: '',
        text: `select concat_ws(' ', user_id, kind, key, place, text, number, at) from crm.person_facts where school_id = $1
          union all select concat_ws(' ', user_id, type, nullif(subject, ''), number, first_at, last_at) from crm.person_counts where school_id = $1
          union all select concat_ws(' ', user_id, id, type, at, properties) from crm.person_events where school_id = $1
          order by 1`,
      },
      values: [school],
    },
  ])
  return rows[1]!.rows.map(([line]) => line!)
}

async function shop() {
  const school = await schoolOf(system)
  const commerce = system.client('commerce', commerceContract.resources, school.caller)
  const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  /** A paid order of a person. */
  const buy = async (user_id: typeof offer.id | string) => {
    const order = await commerce.orders.create({
      body: { user_id: user_id as never, items: [{ offer_id: offer.id }] },
    })
    await commerce.orders.markPaid({ path: { id: order.id }, body: {} })
  }
  const lines = () => readFactLines(school.caller.school)
  const until = (what: string, part: string) =>
    eventually(what, async () => (await lines()).some(line => line.includes(part)))
  return { ...school, buy, lines, until }
}

test('crm knows the fields of people, what they paid, and how often something happened', async () => {
  const { caller, person, buy, lines, until } = await shop()
  const ann = await person({ first_name: 'Ann' })
  await buy(ann.id)
  await buy(ann.id)
  await until('both orders', `${ann.id} order.paid 2 `)
  await until('the sum', `${ann.id} spent EUR 0 9800`)
  expect((await lines()).some(line => line.startsWith(`${ann.id} field first_name 0 ann`))).toBe(true)
  // The sweep asks crm, too, before an event leaves its outbox.
  await eventually('the end of the outbox', async () => {
    const { system: workers } = system.services.commerce!.runtime
    const [row] = await workers.rows(
      step("select count(*) from commerce.outbox where school_id = $1 and subject ^@ 'events.'", [
        caller.school,
      ]),
    )
    return row![0] === '0'
  })
})

test('a merge adds the events of the duplicate, and an erasure leaves nothing', async () => {
  const { person, persons, buy, lines, until } = await shop()
  const [ann, anna] = [await person(), await person()]
  await buy(ann.id)
  await buy(anna.id)
  await until('the first order', `${ann.id} order.paid 1 `)
  await until('the second order', `${anna.id} order.paid 1 `)
  await persons.merge({ path: { id: ann.id }, body: { user_id: anna.id } })
  await until('the merge', `${ann.id} order.paid 2 `)
  await until('the sum', `${ann.id} spent EUR 0 9800`)
  await persons.anonymize({ path: { id: ann.id } })
  await eventually('the erasure', async () => (await lines()).every(line => !line.includes('order.paid')))
})

test('a rebuild finds what has grown', async () => {
  const { caller, person, buy, lines, until } = await shop()
  const ann = await person({ first_name: 'Ann' })
  await buy(ann.id)
  await until('the order', `${ann.id} order.paid 1 `)
  await until('the sum', `${ann.id} spent EUR 0 4900`)
  const grown = await lines()
  expect(grown.some(line => line.includes(`${ann.id} order.paid offer_id=off_`))).toBe(true)
  const { database } = system.services.crm!.runtime
  const tables = ['person_facts', 'person_counts', 'person_events', 'person_states']
  await database.of(caller.school).run([
    asSchool(caller.school),
    ...tables.map(table => ({
      statement: { name: '', text: `delete from crm.${table} where school_id = $1` },
      values: [caller.school],
    })),
  ])
  expect(await lines()).toEqual([])
  await system.internal('crm', { rebuilding }, { as: 'gateway', school: caller.school }).rebuilding.rebuild()
  await eventually('the rebuild', async () => (await lines()).length === grown.length)
  expect(await lines()).toEqual(grown)
  // What was kept before events had properties gets them, and is not counted twice.
  await database
    .of(caller.school)
    .run([
      asSchool(caller.school),
      ...[
        'update crm.person_events set properties = null where school_id = $1',
        `delete from crm.person_counts where school_id = $1 and subject <> ''`,
      ].map(text => ({ statement: { name: '', text }, values: [caller.school] })),
    ])
  await system.internal('crm', { rebuilding }, { as: 'gateway', school: caller.school }).rebuilding.rebuild()
  await eventually('the properties', async () => (await lines()).join() === grown.join())
})

test('the queues of a school tell how far behind its events a reader is, and nothing of those of other schools', async () => {
  const [mine, other] = [await shop(), await shop()]
  const behind = async ({ caller }: typeof mine) => {
    const scope = { as: 'service', school: caller.school }
    const { queues } = await system.internal('crm', { hostOperations }, scope).hostOperations.queues()
    return queues.find(({ queue }) => queue === 'events-facts')!
  }
  const nothing = { length: 0, delay_seconds: 0, failed: 0, jobs: [] }
  const ann = await mine.person({ first_name: 'Ann' })
  await mine.until('the person', `${ann.id} field first_name 0 ann`)
  await eventually('no delay', async () => (await behind(mine)).length === 0)
  await asOwner(system.ownerUrl, async client => {
    await client.query('begin; lock table crm.inbox in exclusive mode')
    await mine.person({ first_name: 'Bea' })
    await mine.person({ first_name: 'Cleo' })
    await eventually('both', async () => (await behind(mine)).length === 2)
    expect((await behind(mine)).delay_seconds).toBeGreaterThan(0)
    expect(await behind(other)).toMatchObject(nothing)
    await client.query('commit')
  })
  await eventually('the end', async () => (await behind(mine)).length === 0)
  expect(await behind(mine)).toMatchObject(nothing)
})
