// A school with the facts of a year, as the service keeps them, and days that its own task has summed up.
import { type Caller, SchoolSettings } from '@lms/contract'
import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { withoutIndexes } from '../growth/system.ts'

export const zone = 'Europe/Berlin'
/** Each offer has one currency. */
const offers = 20
const currencies = `(array['EUR', 'USD', 'RUB'])[offer % 3 + 1]`
const longestMs = 600_000

export interface FilledSchool {
  caller: Caller
  facts: number
  /** Seconds in which the task summed up all days. */
  summedIn: number
}

/**
 * Schools with so many facts each. Of 30 facts 9 are payments, sales and orders each; a refund, a person and their visit, which
 * is also the first and the last one.
 */
export async function fillSchools(
  system: TestSystem,
  sizes: readonly number[],
): Promise<{ schools: FilledSchool[]; filledIn: number }> {
  const callers: Caller[] = []
  for (const _ of sizes) callers.push(await knownSchool(system))
  const began = performance.now()
  await asOwner(system.ownerUrl, async owner => {
    for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"])
      await owner.query(`set ${setting}`)
    await withoutIndexes(owner, ['analytics.facts'], async () => {
      for (const [index, { school }] of callers.entries()) {
        await owner.query(insert, [school, sizes[index]])
        await owner.query(insertVisits, [school])
      }
    })
    await owner.query('vacuum analyze analytics.facts')
  })
  const filledIn = (performance.now() - began) / 1000
  const schools: FilledSchool[] = []
  for (const [index, caller] of callers.entries())
    schools.push({ caller, facts: sizes[index]!, summedIn: await sumUp(system, caller) })
  return { schools, filledIn }
}

/** A school whose first event has had its effect: answers ask the journal for its sequence. */
async function knownSchool(system: TestSystem): Promise<Caller> {
  const caller = system.caller()
  await system
    .client('users', usersContract.resources, caller)
    .users.create({ body: { email: 'ann@people.example' } })
  await eventually('the first event', async () => {
    const [row] = await rows(system, 'select event_id from analytics.states where school_id = $1', caller)
    return Boolean(row?.event_id)
  })
  return caller
}

/** All days are summed up anew, by the task that sums up changed days; a new person has it begin. */
async function sumUp(system: TestSystem, caller: Caller): Promise<number> {
  const { school } = caller
  await asOwner(system.ownerUrl, async owner => {
    const settings = SchoolSettings.parse({ time_zone: zone })
    await owner.query(
      `insert into analytics.school_settings (school_id, "values") values ($1, $2)
       on conflict (school_id) do update set "values" = excluded."values"`,
      [school, settings],
    )
    await owner.query('update analytics.states set zone = $2 where school_id = $1', [school, zone])
    await owner.query(
      `insert into analytics.dirty_days (school_id, day)
       select distinct $1, (at at time zone '${zone}')::date - date '1970-01-01' from analytics.facts where school_id = $1
       on conflict do nothing`,
      [school],
    )
  })
  const began = performance.now()
  await system
    .client('users', usersContract.resources, caller)
    .users.create({ body: { email: 'bea@people.example' } })
  const clean = async () => {
    const [row] = await rows(
      system,
      `select zone, (select count(*) from analytics.dirty_days where school_id = $1)::int as dirty
       from analytics.states where school_id = $1`,
      caller,
    )
    return row.zone === zone && row.dirty === 0
  }
  await eventually('the sums of all days', clean, longestMs)
  const seconds = (performance.now() - began) / 1000
  await asOwner(system.ownerUrl, owner =>
    owner.query('vacuum analyze analytics.day_sums, analytics.dirty_days'),
  )
  return seconds
}

const rows = (system: TestSystem, text: string, { school }: Caller): Promise<any[]> =>
  asOwner(system.ownerUrl, async owner => (await owner.query(text, [school])).rows)

/** Marks today, as a fact that has just changed does, or takes the mark away. */
export async function markToday(system: TestSystem, { school }: Caller, dirty: boolean): Promise<void> {
  const today = `(now() at time zone '${zone}')::date - date '1970-01-01'`
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      dirty
        ? `insert into analytics.dirty_days (school_id, day) values ($1, ${today}) on conflict do nothing`
        : 'delete from analytics.dirty_days where school_id = $1',
      [school],
    ),
  )
}

const person = `'usr_0' || lpad(whose::text, 25, '0')`
/** The channel by which a person came: one of sixty. */
const channel = `'source ' || whose % 5, 'medium ' || whose % 3, 'campaign ' || whose % 20`
const noChannel = `'', '', ''`

/** At even times over the 365 days up to the end of today, so that today is a whole day. */
const insert = `
  insert into analytics.facts (school_id, object_id, kind, place, first, at, user_id, amount, currency,
    offer_id, course_id, lesson_id, webinar_id, channel, source, medium, campaign, last_source, last_medium, last_campaign)
  select $1, case kind when 'payment' then 'pay_0' || number when 'refund' then 'ref_0' || number
      when 'person' then ${person} when 'touch' then 'chk_0' || number else 'ord_0' || number end,
    kind, case when of_money then offer_id else '' end, true,
    ((now() at time zone '${zone}')::date + 1)::timestamp at time zone '${zone}'
      - n * (interval '365 days' / $2::int),
    ${person}, case when of_money then 1000 + n * 7919::bigint % 9000 else 0 end,
    case when of_money then ${currencies} else '' end, case when of_money then offer_id else '' end,
    '', '', '', '', words.*, lasts.*
  from (
    select n, kind, offer, lpad(n::text, 25, '0') as number, 'off_0' || lpad(offer::text, 25, '0') as offer_id,
      kind in ('payment', 'sale', 'order', 'refund') as of_money, kind in ('payment', 'sale', 'refund') as stamped,
      case when kind in ('person', 'touch') then n / 30 else n * 7919::bigint % greatest(1, $2::int / 30) end as whose
    from (
      select n, (n::bigint * 2654435761 % 1000003 % ${offers})::int as offer,
        case when n % 30 < 9 then 'payment' when n % 30 < 18 then 'sale' when n % 30 < 27 then 'order'
          when n % 30 = 27 then 'refund' when n % 30 = 28 then 'person' else 'touch' end as kind
      from generate_series(1, $2::int) n) numbered) filled
  cross join lateral (select ${channel} where stamped or kind = 'touch' union all select ${noChannel} where not stamped and kind <> 'touch') words
  cross join lateral (select ${channel} where stamped union all select ${noChannel} where not stamped) lasts`

/** The first and the last visit of each person, who have one. */
const insertVisits = `
  insert into analytics.facts (school_id, object_id, kind, place, first, at, user_id, amount, currency,
    offer_id, course_id, lesson_id, webinar_id, channel, source, medium, campaign, last_source, last_medium, last_campaign)
  select school_id, which || ' ' || object_id, which || '_touch', place, first, at, user_id, amount, currency,
    offer_id, course_id, lesson_id, webinar_id, channel, source, medium, campaign, source, medium, campaign
  from analytics.facts cross join unnest('{first,last}'::text[]) which where school_id = $1 and kind = 'touch'`
