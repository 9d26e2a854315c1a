// Keeps memberships up to date: a change or the end of a term has a person looked at, for those segments only that read it.
import { formatTime, type Id } from '@lms/contract'
import { inSchool, type Runtime, scheduled, step, textArray, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { eventDays } from '../facts/fact.rules.ts'
import type { Changed } from '../facts/fact.store.ts'
import { personEvents } from '../facts/fact-sources.ts'
import { follow, readPeopleOf } from '../facts/follow.ts'
import { readObjections } from '../facts/objections.ts'
import { refreshObjections } from '../people/objections.task.ts'
import { topicsChanged } from '../settings/topics.task.ts'
import { leaversOf, unassignLeavers } from '../tasks/staff.ts'
import { untilBuiltMs } from './audience.ts'
import { type Check, type Finding, MemberStore } from './member.store.ts'
import { basisFact } from './reachable-leaf.ts'
import { type Rule, ruleOf } from './rule.ts'
import { interpret } from './rule-interpret.ts'
import { memberFact, type SegmentRow, segmentsOfRule } from './segment.store.ts'
import { buildSegment, checkPerson, clearGeneration } from './segment.task.ts'
import { viewsOf } from './view.store.ts'

/** Has people looked at for the segments that read what changed; `since` is when each was to be looked at, if not now. */
export async function checkChanged(
  changed: Changed,
  { segments, segmentMembers }: Stores,
  {
    since = new Map(),
    cause = 'event',
  }: { since?: ReadonlyMap<string, string>; cause?: 'event' | 'change' } = {},
): Promise<void> {
  const readers = await segments.readers([...new Set([...changed.values()].flatMap(facts => [...facts]))])
  segmentMembers.check(
    [...changed].flatMap(([user_id, facts]) => {
      const ids = new Set([...facts].flatMap(fact => readers.get(fact) ?? []))
      const at = since.get(user_id)
      return [...ids].map(segment_id => ({ user_id, segment_id, cause, ...(at && { at }) }))
    }),
  )
}

export const onPersonEvents = builder.batchReaction({
  name: 'facts',
  // A batch reads from other services: with the usual rest of 20 ms each order would be a batch.
  restMs: 200,
  to: personEvents,
  prepare: readPeopleOf,
  run: async ({ events, prepared, work, runtime }, stores) => {
    // Who is a member as they come in with an import enters nothing by that: no scenario begins with them.
    const cause = work.outgoing.isImport ? 'change' : 'event'
    await checkChanged(await follow(events, prepared, { work, runtime }, stores.facts), stores, { cause })
    await unassignLeavers(leaversOf(events, prepared), work, stores)
  },
})

type NewSegment = Omit<SegmentRow, 'school_id'>

/** The generations of a segment, and their rules: the present one, and one that is being built. */
function generationsOf(row: NewSegment): { generation: number; rule: Rule; live: boolean }[] {
  const { generation, building, rule, live_rule } = row
  return [
    ...(generation > 0 ? [{ generation, rule: ruleOf(live_rule ?? rule), live: true }] : []),
    ...(building === null ? [] : [{ generation: building, rule: ruleOf(rule), live: false }]),
  ]
}

type Looking = Pick<Stores, 'segmentMembers' | 'settings'>

/** Looks at people for segments: what is different from how they stand. */
async function lookAtPeople(
  checks: readonly Check[],
  rows: readonly NewSegment[],
  work: UnitOfWork,
  { segmentMembers, settings }: Looking,
): Promise<Finding[]> {
  const generationsById = new Map(rows.map(row => [row.id as string, generationsOf(row)]))
  const userIds = [...new Set(checks.map(({ user_id }) => user_id))]
  const rules = [...generationsById.values()].flat().map(({ rule }) => rule)
  const [views, standing] = await Promise.all([
    viewsOf(userIds, rules, work, { settings }),
    segmentMembers.standings(userIds, [...generationsById.keys()]),
  ])
  const now = work.origin.now.getTime()
  return checks.flatMap(check =>
    (generationsById.get(check.segment_id) ?? []).flatMap(({ generation, rule, live }) => {
      const { holds, lookAt } = interpret(rule, views.get(check.user_id)!, now)
      const due_at = lookAt === null ? null : formatTime(new Date(lookAt))
      const storedStanding = standing(check.segment_id, generation, check.user_id)
      const before = storedStanding ?? { member: false, due_at: null }
      // A row whose term has ended and that says nothing any more goes.
      const isEmpty = storedStanding !== undefined && !holds && due_at === null
      if (before.member === holds && before.due_at === due_at && !isEmpty) return []
      return [{ ...check, generation, member: holds, due_at, moved: live && before.member !== holds }]
    }),
  )
}

export const checkPersonTask = builder.batch(checkPerson, async ({ payloads, work }, stores) => {
  const { segments, segmentMembers } = stores
  await segments.lockSchool()
  const checks = await segmentMembers.take(payloads.map(({ user_id }) => user_id))
  if (checks.length === 0) return
  const rows = await segments.many([...new Set(checks.map(({ segment_id }) => segment_id))])
  const findings = await lookAtPeople(checks, rows, work, stores)
  segmentMembers.write(findings)
  const moved = findings.filter(each => each.moved)
  const sizes = new Map<string, number>()
  for (const { segment_id, member } of moved)
    sizes.set(segment_id, (sizes.get(segment_id) ?? 0) + (member ? 1 : -1))
  segments.grow(sizes)
  // Segments that name these are looked at next. Rules make no circle, so this ends.
  const changed: Map<string, Set<string>> = new Map()
  for (const { user_id, segment_id } of moved)
    changed.set(user_id, (changed.get(user_id) ?? new Set()).add(memberFact(segment_id)))
  const cause = checks.every(check => check.cause === 'change') ? 'change' : 'event'
  await checkChanged(changed, stores, { since: earliestOf(checks), cause })
})

/** Since when each person was to be looked at. */
function earliestOf(checks: readonly Check[]): Map<string, string> {
  const since = new Map<string, string>()
  for (const { user_id, at } of checks) {
    const earliest = since.get(user_id)
    if (at && (!earliest || at < earliest)) since.set(user_id, at)
  }
  return since
}

/** People of one step of a build. */
const slice = 500

/** The next people of the school. */
async function peopleAfter(after: string, work: UnitOfWork): Promise<Id<'usr'>[]> {
  const { rows } = await work.read(
    `select user_id from "crm"."person_states" where school_id = $1 and here and user_id > $2 order by user_id limit ${slice}`,
    [work.school, after],
  )
  return rows.map(([id]) => id as Id<'usr'>)
}

/** Applies the rule that is being built to people; says how many are members. */
async function applyTo(
  people: readonly Id<'usr'>[],
  row: NewSegment,
  work: UnitOfWork,
  stores: Looking,
): Promise<number> {
  const checks = people.map(user_id => ({ user_id, segment_id: row.id, cause: 'change' as const }))
  const findings = await lookAtPeople(checks, [{ ...row, generation: 0 }], work, stores)
  stores.segmentMembers.write(findings)
  return findings.filter(({ member }) => member).length
}

/** The generation that was built takes the place of the one before. */
async function swap(
  row: SegmentRow,
  size: number,
  { segments, segmentMembers }: Stores,
): Promise<SegmentRow> {
  const fact = memberFact(row.id)
  segmentMembers.noteSwap(row, (await segments.readers([fact])).get(fact) ?? [])
  if (row.generation > 0) segments.clear(row.id, row.generation)
  return segments.swap(row, size)
}

/**
 * Inserts a new segment, built: at once in a school that one step can see, else by a task. The task also waits for segments
 * that the rule names and whose members nobody knows yet: "not in that segment" would be everybody.
 */
export async function begin(row: NewSegment, work: UnitOfWork, stores: Stores): Promise<SegmentRow> {
  const { segments, segmentMembers } = stores
  const [people, isEarly] = await Promise.all([
    peopleAfter('', work),
    segments.areUnbuilt(segmentsOfRule(row.rule)),
  ])
  if (isEarly || people.length === slice) {
    segments.build(row)
    return segments.insert(row)
  }
  const size = await applyTo(people, row, work, stores)
  segmentMembers.noteSwap(row, [])
  segments.noteReads(row)
  const ready = { status: 'ready' as const, generation: row.building!, building: null }
  return segments.insert({ ...row, ...ready, size, computed_at: work.now })
}

/** Applies the rule of a locked segment to everybody again, after these changes; readers keep the present members meanwhile. */
export function buildAgain(
  row: SegmentRow,
  changes: Partial<Pick<SegmentRow, 'name' | 'rule'>>,
  segments: Stores['segments'],
): SegmentRow {
  // A generation that was being built is given up: its rows are nobody's.
  if (row.building !== null) segments.clear(row.id, row.building)
  const next = {
    ...changes,
    live_rule: row.generation > 0 ? (row.live_rule ?? row.rule) : null,
    building: Math.max(row.generation, row.building ?? 0) + 1,
  }
  const saved = row.status === 'ready' ? segments.move(row, 'change', next) : segments.save(row, next)
  segments.build(saved)
  return saved
}

export const buildSegmentTask = builder.task(buildSegment, async ({ payload, state, work }, stores) => {
  const { segments, segmentMembers } = stores
  await segments.lockSchool()
  const [row] = await segments.many([payload.segment_id])
  if (row?.building !== payload.generation) return
  if (!state?.after && (await segments.areUnbuilt(segmentsOfRule(row.rule))))
    return { state: { after: null, seen: 0 }, at: new Date(work.origin.now.getTime() + untilBuiltMs) }
  const people = await peopleAfter(state?.after ?? '', work)
  if (people.length) {
    await applyTo(people, row, work, stores)
    return { state: { after: people.at(-1)!, seen: (state?.seen ?? 0) + people.length } }
  }
  const size = await segmentMembers.count(row.id, payload.generation)
  await swap(await segments.lockAnyVersion(row.id), size, stores)
})

/** Rows of one step of a deletion. */
const cleared = 5000

/** Has the segments built again that ask about topics which have another basis now. */
export const topicsChangedTask = builder.task(topicsChanged, async ({ payload }, { facts, segments }) => {
  await facts.lock()
  await segments.lockSchool()
  const readers = await segments.readers(payload.topics.map(basisFact))
  for (const id of new Set([...readers.values()].flat()))
    buildAgain(await segments.lockAnyVersion(id), {}, segments)
})

export const refreshObjectionsTask = builder.batch(
  refreshObjections,
  async ({ payloads, work, runtime }, stores) => {
    await stores.facts.lock()
    const ids = [...new Set(payloads.map(({ user_id }) => user_id))]
    const people = await stores.facts.ofKinds(ids, ['field', 'address'])
    const objections = await readObjections(people, { work, runtime })
    const changed: Changed = new Map()
    const rows = [...objections].map(([user_id, facts]) => ({ user_id, facts }))
    await stores.facts.keepKind('objection', rows, changed)
    await checkChanged(changed, stores)
  },
)

export const clearGenerationTask = builder.task(
  clearGeneration,
  async ({ payload, state }, { segmentMembers }) => {
    const clearedCount = await segmentMembers.clear(payload.segment_id, payload.generation, cleared)
    if (clearedCount === cleared) return { state: { cleared: (state?.cleared ?? 0) + clearedCount } }
  },
)

/** Terms that end are taken in slices, so that those of a midnight leave room for live work. */
const dueAtOnce = 1000

/** Has people looked at whose answer time alone changes. A school where that fails waits for the next time. */
export async function wakeDue(runtime: Runtime): Promise<void> {
  const failed = new Set<string>()
  for (let lastCount = dueAtOnce; lastCount === dueAtOnce; ) {
    const now = runtime.clock.now()
    const rows = await runtime.system.rows(
      step(
        `select school_id, segment_id, id from "crm"."segment_people"
         where due_at <= $1 and school_id <> all($2::text[]) order by due_at limit ${dueAtOnce}`,
        [now.toISOString(), textArray([...failed])],
      ),
    )
    lastCount = rows.length
    for (const [school, due] of Map.groupBy(rows, ([school]) => school!))
      await wakeIn(school, due as Due[], now, runtime).catch(error => {
        runtime.log.warn({ err: error, school_id: school }, 'terms of segments were not looked at')
        failed.add(school)
      })
  }
}

/** The school, a segment of it and a person. */
type Due = [string, string, string]

const wakeIn = (school: string, due: readonly Due[], now: Date, runtime: Runtime) =>
  inSchool(
    school,
    runtime,
    async ({ work }) => {
      new MemberStore(work).check(
        due.map(([, segment_id, user_id]) => ({ segment_id, user_id, cause: 'time' })),
      )
      work.write(
        `update "crm"."segment_people" m set due_at = null from unnest($2::text[], $3::text[]) d(segment_id, id)
         where m.school_id = $1 and m.segment_id = d.segment_id and m.id = d.id and m.due_at <= $4`,
        [school, textArray(due.map(row => row[1])), textArray(due.map(row => row[2])), now.toISOString()],
      )
    },
    { now },
  )

export const wakeDueTask = scheduled('wake-segment-terms', '*/10 * * * * *', wakeDue, { deadline: 300 })

export const forgetMovesTask = scheduled('forget-segment-moves', '17 4 * * *', ({ system, clock }) =>
  system.run([
    step(`delete from "crm"."segment_moves" where at < $1::timestamptz - interval '${eventDays} days'`, [
      clock.now().toISOString(),
    ]),
  ]),
)
