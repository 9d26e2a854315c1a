// Segments of a large school: from a change of a person to the memberships, at an even pace; and a rule of ten leaves beside SQL
// that somebody wrote by hand.
import { setTimeout as pause } from 'node:timers/promises'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { asOwner, eventually } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { type AreaRig, startArea } from '../area.ts'
import { cpuOf } from '../cpu.ts'
import { printTable } from '../webhooks/table.ts'

const main = new URL('../../../services/crm/src/main.ts', import.meta.url)
/** Segments that a changed first name touches, and all. */
const touched = 10
const all = 100
/** Events of one statement. */
const eventsAtOnce = 20_000

export async function segmentsSection({ people, rate }: { people: number; rate: number }) {
  const rig = await startArea([usersService, commerceService, crmService], main, { rounds: 1, seconds: 1 })
  try {
    const school = await fill(rig, people, rate * 20)
    const following = await follow(rig, school, rate)
    const preview = await tenLeaves(rig, school)
    const marketing = await leavesOfMarketing(rig, school)
    return { following, preview, marketing }
  } finally {
    await rig.stop()
  }
}

type School = Awaited<ReturnType<typeof fill>>

/** A school with segments, people whom the users service knows, and many others of whom crm alone knows the facts. */
async function fill({ system }: AreaRig, people: number, changing: number) {
  const caller = system.caller()
  const { segments } = system.client('crm', crmContract.resources, caller)
  const { users, customFields } = system.client('users', usersContract.resources, caller)
  await customFields.create({ body: { name: 'age', type: 'number' } })
  await customFields.create({ body: { name: 'born', type: 'date' } })
  for (let index = 0; index < all; index++) {
    const rule =
      index < touched
        ? {
            and: [
              { field: 'first_name', equals: 'Ann' },
              { field: 'created_at', exists: true },
            ],
          }
        : { field: 'custom.age', at_least: index }
    await segments.create({ body: { name: `Segment ${index}`, rule: rule as never } })
  }
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const sold = { name: 'Course', amount: 4900, currency: 'EUR' as const }
  const { id: offer } = await commerce.offers.create({ body: sold })
  const lesson = newId('les')
  const userIds: string[] = []
  while (userIds.length < changing)
    userIds.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { id } = await users.create({
            body: { email: `${newId('usr')}@school.example`, first_name: 'Bea' },
          })
          return id
        }),
      )),
    )
  await asOwner(system.ownerUrl, async client => {
    const { school } = caller
    const ids = `'usr_0' || lpad(n::text, 25, '0')`
    await client.query(
      `insert into crm.person_states (school_id, user_id, here, read_at)
       select $1, ${ids}, true, now() from generate_series(1, $2::int) n`,
      [school, people],
    )
    await client.query(
      `insert into crm.person_facts (school_id, user_id, kind, key, place, text, number, at)
       select $1, ${ids}, 'field', f.key, 0, f.text, f.number, f.at from generate_series(1, $2::int) n
       cross join lateral (values ('first_name', 'Name ' || n % 1000, null::bigint, null::timestamptz),
         ('custom.age', null, (n % 90) * 1000, null), ('created_at', null, null, now() - make_interval(mins => n)),
         ('email', n || '@' || (array['gmail.com', 'web.de', 'firm.example'])[n / 3 % 3 + 1], null, null),
         ('custom.born', to_char(date '1970-01-01' + n % 12000, 'YYYY-MM-DD'), null, date '1970-01-01' + n % 12000)) f (key, text, number, at)`,
      [school, people],
    )
    await client.query(
      `insert into crm.person_counts (school_id, user_id, type, subject, number, first_at, last_at)
       select $1, ${ids}, 'order.paid', subject, n % 5 + 1, now() - interval '90 days', now() - make_interval(days => n % 90)
       from generate_series(1, $2::int) n, unnest($3::text[]) subject where n % 3 = 0`,
      [school, people, ['', `offer_id=${offer}`]],
    )
    // Every third has bought something lately, and every ninth has finished a lesson: ids of events are of their time.
    for (let from = 3; from <= people; from += 3 * eventsAtOnce) {
      const numbers = Array.from({ length: eventsAtOnce }, (_, index) => from + 3 * index).filter(
        n => n <= people,
      )
      await client.query(
        `insert into crm.person_events (school_id, id, user_id, type, at, properties)
         select $1, e.id, ${ids}, e.type, now() - make_interval(days => n % 30), e.properties
         from unnest($2::int[], $3::text[], $4::text[]) x(n, paid, finished)
         cross join lateral (values
           (x.paid, 'order.paid', jsonb_build_object('offer_id', array[$5::text], 'amount', n % 50000, 'currency', 'EUR')),
           (x.finished, 'lesson.completed', jsonb_build_object('lesson_id', array[$6::text]))) e(id, type, properties)
         where e.type = 'order.paid' or n % 9 = 0`,
        [
          ...[school, numbers, numbers.map(() => newId('evt')), numbers.map(() => newId('evt'))],
          ...[offer, lesson],
        ],
      )
    }
    await client.query(
      'vacuum analyze crm.person_states, crm.person_facts, crm.person_counts, crm.person_events',
    )
  })
  return { caller, users, userIds, offer, lesson }
}

/** The time from a change to the last of the ten memberships, and the CPU of crm with Postgres for one. */
async function follow({ system, pids }: AreaRig, { caller, users, userIds }: School, rate: number) {
  const rowsOf = (text: string) =>
    asOwner(system.ownerUrl, async client => (await client.query(text, [caller.school])).rows)
  const quiet = async () =>
    (await rowsOf('select count(*)::int as n from crm.segment_checks where school_id = $1'))[0].n === 0
  await eventually('quiet', quiet, 120_000)
  const before = cpuOf([pids.service])
  const began = performance.now()
  const requests: Promise<unknown>[] = []
  for (const [index, id] of userIds.entries()) {
    const wait = began + (index * 1000) / rate - performance.now()
    if (wait > 0) await pause(wait)
    requests.push(users.update({ path: { id: id as never }, body: { first_name: 'Ann' } }))
  }
  await Promise.all(requests)
  const seconds = (performance.now() - began) / 1000
  const readMembers = () =>
    rowsOf(
      `select m.user_id, count(*)::int as moves, extract(epoch from max(m.at) - max(u.updated_at))::float8 as late
       from crm.segment_moves m join users.users u on u.school_id = m.school_id and u.id = m.user_id
       where m.school_id = $1 and m.kind = 'entered' group by 1`,
    )
  await eventually('all to be members', async () => (await readMembers()).length === userIds.length, 300_000)
  const late = (await readMembers()).map(row => row.late as number).sort((one, other) => one - other)
  const figures = {
    rate: userIds.length / seconds,
    p50: late[Math.floor(late.length * 0.5)]!,
    p99: late[Math.floor(late.length * 0.99)]!,
    cpu: (cpuOf([pids.service]) - before) / userIds.length,
  }
  printTable(
    `from a change of a person to ten memberships of a hundred segments, ${figures.rate.toFixed(0)} changes a second`,
    ['', ''],
    [
      ['seconds, median', figures.p50],
      ['seconds, p99', figures.p99],
      ['CPU ms of crm for a change', figures.cpu],
    ],
  )
  return figures
}

/** What a marketer asks: purchases of an offer, what was not done after them, dates, parts of texts. */
async function leavesOfMarketing({ system }: AreaRig, { caller, offer, lesson }: School) {
  const { segments } = system.client('crm', crmContract.resources, caller)
  const where = { offer_id: offer }
  const rule = {
    and: [
      { event: 'order.paid', where },
      {
        ...{ did_not: 'lesson.completed', where: { lesson_id: lesson } },
        ...{ within_days: 7, after: { first: 'order.paid', where } },
      },
      { event: 'order.paid', where: { amount: { at_least: 10_000 } }, within_days: 90 },
      { last: 'order.paid', where, since: { days_ago: 80 } },
      { field: 'custom.born', date: { month: 'this', zone: 'Europe/Berlin' } },
      { not: { field: 'custom.born', anniversary: { within_days: 1 } } },
      { field: 'email', ends: '@firm.example' },
      { not: { field: 'first_name', contains: '77' } },
      { field: 'created_at', exists: true },
      { not: { field: 'custom.age', at_most: 17 } },
    ],
  }
  const timings: number[] = []
  let count = 0
  for (let round = 0; round < 7; round++) {
    const before = performance.now()
    count = (await segments.preview({ body: { rule: rule as never } })).count
    timings.push(performance.now() - before)
  }
  const ms = timings.sort((one, other) => one - other)[3]!
  printTable(
    'a rule of ten leaves about purchases, lessons, dates and parts of texts',
    ['', 'ms, median of 7', 'people'],
    [['a preview: count, sample', ms, count]],
  )
  return { ms, count }
}

const ages = [10, 20, 30, 40, 50, 60]

/** A preview of ten leaves, and the count that somebody would write for it. */
async function tenLeaves({ system }: AreaRig, { caller }: School) {
  const { segments } = system.client('crm', crmContract.resources, caller)
  const rule = {
    and: [
      { field: 'created_at', exists: true },
      { or: ages.map(age => ({ field: 'custom.age', equals: age })) },
      { event: 'order.paid', at_least: 2 },
      { not: { field: 'first_name', equals: 'Name 30' } },
      { last: 'order.paid', since: { days_ago: 60 } },
    ],
  }
  const times = async (work: () => Promise<number>) => {
    const timings: number[] = []
    let count = 0
    for (let round = 0; round < 7; round++) {
      const before = performance.now()
      count = await work()
      timings.push(performance.now() - before)
    }
    return { count, ms: timings.sort((one, other) => one - other)[3]! }
  }
  const ours = await times(async () => (await segments.preview({ body: { rule: rule as never } })).count!)
  const hand = await asOwner(system.ownerUrl, client =>
    times(async () => {
      const { rows } = await client.query(
        `select count(*)::int as n from crm.person_states p
         join crm.person_facts born on born.school_id = p.school_id and born.user_id = p.user_id and born.kind = 'field' and born.key = 'created_at'
         join crm.person_facts age on age.school_id = p.school_id and age.user_id = p.user_id and age.kind = 'field' and age.key = 'custom.age'
           and age.number = any($2::bigint[])
         join crm.person_counts paid on paid.school_id = p.school_id and paid.user_id = p.user_id and paid.type = 'order.paid'
           and paid.number >= 2 and paid.last_at >= now() - interval '60 days'
         left join crm.person_facts name on name.school_id = p.school_id and name.user_id = p.user_id and name.kind = 'field'
           and name.key = 'first_name' and name.text = 'Name 30'
         where p.school_id = $1 and p.here and name.user_id is null`,
        [caller.school, ages.map(age => age * 1000)],
      )
      return rows[0].n
    }),
  )
  printTable(
    'a rule of ten leaves about all people',
    ['', 'ms, median of 7', 'people'],
    [
      ['SQL by hand, the count alone', hand.ms, hand.count],
      ['a preview: count, sample', ours.ms, ours.count],
    ],
  )
  return { ours: ours.ms, hand: hand.ms, ratio: ours.ms / hand.ms }
}
