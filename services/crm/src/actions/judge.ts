// Whether a rule holds of people, at least as new as the events that led to the question. State is read where it is kept;
// what is counted and who is in segments is kept here, and may be late: then the verdict is "not yet".
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { readPresent } from '../facts/current-facts.ts'
import { type Fact, nameOf } from '../facts/fact.rules.ts'
import { type ObjectionsContext, withObjections } from '../facts/objections.ts'
import { kindOf, leavesOf, type Rule, ruleOf, segmentsIn } from '../segments/rule.ts'
import { explain, interpret, type PersonView } from '../segments/rule-interpret.ts'
import { factEvents, factsReader, uncheckedAmong } from '../segments/up-to-date.ts'
import { viewsOf } from '../segments/view.store.ts'
import type { AssumedFact, actions } from './action.contract.ts'

type Body = ReturnType<typeof actions.judge.body.parse>
type Judged = Body['people'][number]
type Facts = PersonView['facts']

/** Judges people; those of whom something is still to be seen have no verdict yet. */
export async function judge(
  { body, work, runtime }: { body: Body } & Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
) {
  const { segments } = stores
  const rule = ruleOf(body.rule)
  const needs = needsOf(rule)
  const now = body.at ? Date.parse(body.at) : work.origin.now.getTime()
  const scope = { school: work.school, requestId: work.origin.requestId }
  // First who is behind, then what is true: what was seen by then is in it.
  const [late, unbuilt] = await Promise.all([
    lateOf(body.people, needs, runtime, scope),
    segments.areUnbuilt(segmentsIn(rule)),
  ])
  const ids = unbuilt
    ? []
    : [...new Set(body.people.map(({ user_id }) => user_id))].filter(id => !late.has(id))
  const unchecked = await uncheckedAmong(needs.segments ? ids : [], work)
  const present = await presentOf(ids, { ...scope, runtime, work }, needs)
  const views = await viewsOf(ids, [rule], work, stores)
  const unsettled = new Set(needs.accesses ? present.unsettled : [])
  return {
    verdicts: body.people.map(({ user_id, assume = [] }) => {
      const notYet = (why: string) => ({ user_id, holds: null, why })
      if (unbuilt) return notYet('a segment is not built')
      if (late.has(user_id))
        return notYet(`not everybody has seen ${late.get(user_id)!.slice(0, 5).join(', ')}`)
      if (unchecked.has(user_id)) return notYet('segments of the person are being looked at')
      if (unsettled.has(user_id)) return notYet('accesses from groups are being adjusted')
      const view = withPresent(views.get(user_id)!, present.of.get(user_id))
      const person = withAssumed(view, assume)
      return { user_id, holds: interpret(rule, person, now).holds, why: whyOf(rule, person, now) }
    }),
  }
}

/** What a verdict depends on, besides what users know of a person. */
interface Needs {
  /** What is counted and kept here. */
  readonly counts: boolean
  readonly segments: boolean
  readonly spending: boolean
  readonly accesses: boolean
  /** What people said no to. */
  readonly objections: boolean
  /** What users have not by itself: accesses and groups follow from orders. */
  readonly users: boolean
}

function needsOf(rule: Rule): Needs {
  const kinds = new Set(leavesOf(rule).map(({ leaf }) => kindOf(leaf)))
  const has = (...some: ReturnType<typeof kindOf>[]) => some.some(kind => kinds.has(kind))
  const segments = has('segment')
  return {
    segments,
    counts: segments || has('event', 'did_not', 'first', 'last'),
    spending: segments || has('spent'),
    accesses: segments || has('access'),
    objections: has('reachable'),
    users: segments || has('access', 'group'),
  }
}

/** The people of whom somebody on whom their verdict depends has still to process events, with the ids of these. */
async function lateOf(
  people: readonly Judged[],
  { users, spending, counts }: Needs,
  runtime: Work['runtime'],
  scope: { school: string; requestId: string },
): Promise<Map<string, Id<'evt'>[]>> {
  const readers = [
    ...(users ? [{ service: 'users' }] : []),
    ...(spending ? [{ service: 'commerce' }] : []),
    ...(counts ? [factsReader] : []),
  ]
  if (readers.length === 0) return new Map()
  const present = people.flatMap(({ user_id, present }) => (present ? [user_id] : []))
  const standing = await runtime.standingOf(present, factEvents, scope)
  const causes = people.map(({ user_id, after }) => [...after, ...(standing.get(user_id) ?? [])])
  const unseen = await runtime.unseen(causes.flat(), readers, scope)
  const late = new Map<string, Id<'evt'>[]>()
  for (const [index, { user_id }] of people.entries()) {
    const ids = causes[index]!.flatMap(({ id }) => unseen.get(id) ?? [])
    if (ids.length) late.set(user_id, [...(late.get(user_id) ?? []), ...ids])
  }
  return late
}

interface Present {
  readonly of: ReadonlyMap<string, Pick<PersonView, 'here' | 'facts'>>
  readonly unsettled: readonly string[]
}

/** What is true of these people now, where it is kept. */
async function presentOf(
  ids: readonly string[],
  ctx: Parameters<typeof readPresent>[1] & ObjectionsContext,
  { spending, objections }: Needs,
): Promise<Present> {
  if (ids.length === 0) return { of: new Map(), unsettled: [] }
  const { unsettled, ...reading } = await readPresent(ids, ctx, { spending })
  const { people } = objections ? await withObjections(reading, ctx) : reading
  return {
    of: new Map(people.map(({ user_id, here, facts }) => [user_id, { here, facts: byName(facts) }])),
    unsettled,
  }
}

/** The view with what is true now in place of what was kept. */
function withPresent(
  view: PersonView,
  now: Pick<PersonView, 'here' | 'facts'> = { here: false, facts: new Map() },
): PersonView {
  return { ...view, ...now }
}

const byName = (facts: readonly Fact[]): Facts => Map.groupBy(facts, nameOf)

/** The view with assumed facts in place of others. */
function withAssumed(view: PersonView, assumed: readonly AssumedFact[]): PersonView {
  if (assumed.length === 0) return view
  const facts = new Map(view.facts)
  for (const { kind, id, has, until } of assumed) {
    const name = nameOf({ kind, key: id })
    if (has) facts.set(name, [{ text: null, number: null, at: until }])
    else facts.delete(name)
  }
  return { ...view, facts }
}

/** `and.0 tag: yes, and.1 field: no`: enough to see which leaf decided, and nothing about the person. */
function whyOf(rule: Rule, person: PersonView, now: number): string {
  const leaves = explain(rule, person, now).map(
    ({ path, leaf, holds }) => `${path ? `${path} ` : ''}${kindOf(leaf)}: ${holds ? 'yes' : 'no'}`,
  )
  return (person.here ? leaves.join(', ') : 'not in the school').slice(0, 500)
}
