// What a rule would find: how many people, some of them, and why one of them or not.
import { formatTime, type Id, Refused, type ReturnsOf } from '@lms/contract'
import { placed, type UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { type Rule, ruleOf, segmentsIn } from './rule.ts'
import { compile } from './rule-compile.ts'
import { explain, interpret } from './rule-interpret.ts'
import { type segments as operations, refusals } from './segment.contract.ts'
import { readBases, viewsOf } from './view.store.ts'

type Preview = ReturnsOf<typeof operations.preview>

/** After this time a count ends, and says that it is none of all people. */
const patienceMs = 3000
const smallest = 5000
/** By so much a slice may be larger than the one before: of many people Postgres joins whole tables, at a tenth of the cost. */
const growth = 4
const largest = smallest * growth ** 4
const maxShown = 10

export async function previewOf(
  { body, work }: { body: { rule: object; user_id?: Id<'usr'> | undefined }; work: UnitOfWork },
  stores: Stores,
): Promise<Preview> {
  const rule = ruleOf(body.rule)
  if ((await stores.segments.unknown(segmentsIn(rule))).length) throw new Refused(refusals.segment_unknown)
  const person = body.user_id === undefined ? null : await explained(rule, body.user_id, work, stores)
  return { ...(await counted(rule, work, stores)), person }
}

/**
 * Counts slice by slice, in the order of ids, so that a large school costs no more than its time. A slice is as large as can
 * be read in the time that is left, by the pace of the one before.
 */
async function counted(rule: Rule, work: UnitOfWork, { settings }: Stores): Promise<Omit<Preview, 'person'>> {
  const condition = compile(rule, work.origin.now.getTime(), await readBases([rule], settings))
  const until = performance.now() + patienceMs
  const sample: Id<'usr'>[] = []
  let [count, slice] = [0, smallest]
  for (let after = ''; ; ) {
    const began = performance.now()
    const { rows } = await work.read(
      `with p as materialized (
         select school_id, user_id, here from "crm"."person_states"
         where school_id = $1 and user_id > $2 order by user_id limit ${slice}),
       found as materialized (select user_id from p where ${placed(condition, 3)})
       select (select count(*) from p), (select max(user_id) from p), (select count(*) from found),
         (select coalesce(json_agg(user_id), '[]') from (select user_id from found order by user_id limit ${maxShown}) few)`,
      [work.school, after, ...condition.values],
    )
    const [seen, last, matchCount, sampleJson] = rows[0]!
    count += Number(matchCount)
    sample.push(...(JSON.parse(sampleJson!) as Id<'usr'>[]).slice(0, maxShown - sample.length))
    if (Number(seen) < slice) return { count, exact: true, sample }
    const now = performance.now()
    if (now > until) return { count, exact: false, sample }
    // A larger slice takes at most half as long for each person.
    const fitting = (2 * slice * (until - now)) / (now - began)
    slice = Math.min(slice * growth, largest)
    while (slice > smallest && slice > fitting) slice /= growth
    after = last!
  }
}

async function explained(
  rule: Rule,
  userId: Id<'usr'>,
  work: UnitOfWork,
  stores: Stores,
): Promise<Preview['person']> {
  const person = (await viewsOf([userId], [rule], work, stores)).get(userId)!
  if (!person.here) throw new Refused(personRefusals.user_unknown)
  const now = work.origin.now.getTime()
  const time = (until: number | null) => (until === null ? null : formatTime(new Date(until)))
  const { holds, until } = interpret(rule, person, now)
  return {
    user_id: userId,
    holds,
    changes_at: time(until),
    leaves: explain(rule, person, now).map(({ path, value, holds, until }) => ({
      path,
      value,
      holds,
      changes_at: time(until),
    })),
  }
}
