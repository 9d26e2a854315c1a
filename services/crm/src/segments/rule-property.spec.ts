// The two readers of a rule agree: the statement finds exactly the people of whom the interpreter says that it holds. And who is
// in a segment after many changes are those whom the statement finds.
import { formatTime, type Id, newId } from '@lms/contract'
import { inSchool, placed } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { crmContract } from '../contract.ts'
import type { Fact } from '../facts/fact.rules.ts'
import { FactStore } from '../facts/fact.store.ts'
import { crmService } from '../service.ts'
import {
  bases,
  events,
  facts,
  leaf,
  now,
  people,
  properties,
  rule,
  rulesOf,
  settings,
  types,
} from '../testing/random-rules.ts'
import { checkChanged, wakeDue } from './follow.run.ts'
import { MemberStore } from './member.store.ts'
import { readRule, ruleOf } from './rule.ts'
import { compile } from './rule-compile.ts'
import { interpret } from './rule-interpret.ts'
import { SegmentStore } from './segment.store.ts'
import { viewsOf } from './view.store.ts'

let clock = now
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, crmService],
    clock: { now: () => new Date(clock) },
  })
}, 180_000)
afterAll(() => system.stop())

test('the statement finds the people of whom the rule holds, at any time, and until is when that ends', async () => {
  const school = newId('sch')
  const { runtime } = system.services.crm!
  const present = fc.record({ here: fc.integer({ min: 0, max: 9 }).map(one => one > 0), facts, events })
  await inSchool(school, runtime, async ({ work }) => {
    const store = new FactStore(work)
    const drawn = fc.sample(present, people.length)
    const peopleFacts = people.map((user_id, index) => ({ user_id, ...drawn[index]! }))
    const kinds = ['field', 'tag', 'access', 'spent', 'consent', 'objection'] as const
    await store.keep(peopleFacts, { kinds, readAt: work.now }, new Map())
    store.record(
      peopleFacts.flatMap(({ user_id, events }) =>
        events.map(event => ({ ...event, user_id, id: newId('evt') })),
      ),
      new Map(),
    )
  })
  const at = fc.integer({ min: -24 * 3, max: 24 * 3 }).map(hour => now + hour * 3600_000)
  await fc.assert(
    fc.asyncProperty(rule, at, async (written, moment) => {
      const read = readRule(written)
      fc.pre('rule' in read)
      const parsedRule = ruleOf(written)
      await inSchool(school, runtime, async ({ work }) => {
        const byStatement = async (moment: number) => {
          const condition = compile(parsedRule, moment, bases)
          const { rows } = await work.read(
            `select p.user_id from crm.person_states p where p.school_id = $1 and ${placed(condition, 2)} order by 1`,
            [school, ...condition.values],
          )
          return rows.map(([id]) => id!)
        }
        const views = await viewsOf(people, [parsedRule], work, { settings })
        const verdicts = people.map(id => ({
          id: id as string,
          ...interpret(parsedRule, views.get(id)!, moment),
        }))
        const holding = verdicts.filter(({ holds }) => holds).map(({ id }) => id)
        expect(await byStatement(moment)).toEqual(holding.sort())
        const [first] = verdicts.filter(({ until }) => until !== null)
        if (!first) return
        const [before, then] = [await byStatement(first.until! - 1), await byStatement(first.until!)]
        expect([before.includes(first.id), then.includes(first.id)]).toEqual([first.holds, !first.holds])
      })
    }),
    { numRuns: 150 },
  )
}, 120_000)

const kinds = ['field', 'tag', 'access', 'spent', 'consent', 'objection'] as const
const person = fc.constantFrom(...people.slice(0, 12))
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('facts' as const), person, facts }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      person,
      type: fc.constantFrom(...types),
      properties,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('time' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  },
  fc.record({ kind: fc.constant('gone' as const), person }),
  fc.record({ kind: fc.constant('merge' as const), person, other: person }),
  fc.record({ kind: fc.constant('rule' as const), place: fc.integer({ min: 0, max: 5 }) }),
)
/** More of them find rarer faults: `LMS_TEST_LONG`. */
const rounds = process.env.LMS_TEST_LONG ? 60 : 5

test('after facts, events, jumps of the clock, merges and changed rules, memberships are those of the rules applied to all', async () => {
  const caller = system.caller()
  const { segments, segmentMembers } = system.client('crm', crmContract.resources, caller)
  const { customFields } = system.client('users', usersContract.resources, caller)
  await customFields.create({ body: { name: 'age', type: 'number' } })
  await customFields.create({ body: { name: 'birthday', type: 'date' } })
  const { school } = caller
  const { runtime } = system.services.crm!
  const drawn = fc
    // Tags and courses of nobody are refused in a rule.
    .sample(rulesOf(leaf.filter(each => !/(tag|off|crs)_|unknown/.test(JSON.stringify(each)))), 300)
    .filter(each => 'rule' in readRule(each as object)) as object[]
  const nextRule = () => drawn.pop()!
  const ruleById = new Map<string, object>()
  for (let count = 0; count < 5; count++) {
    const rule = nextRule()
    ruleById.set((await segments.create({ body: { name: `Segment ${count}`, rule } })).id, rule)
  }
  const [inner] = ruleById.keys()
  const outer = { not: { segment: inner } }
  ruleById.set((await segments.create({ body: { name: 'Others', rule: outer } })).id, outer)
  const ids = [...ruleById.keys()] as Id<'seg'>[]

  /** What the reaction to an event does. */
  const changeFacts = (work: (facts: FactStore, changed: Map<string, Set<string>>) => Promise<void>) =>
    inSchool(school, runtime, async ({ work: unit }) => {
      const stores = { segments: new SegmentStore(unit), segmentMembers: new MemberStore(unit) }
      const facts = new FactStore(unit)
      const changed = new Map<string, Set<string>>()
      await facts.lock()
      await work(facts, changed)
      await checkChanged(changed, stores as never)
      return stores
    })
  const act = async (one: (typeof changes)[number]): Promise<unknown> => {
    const readAt = formatTime(new Date(clock))
    const present = (user_id: string, here: boolean, facts: Fact[] = []) => ({ user_id, here, facts })
    switch (one.kind) {
      case 'facts':
        return changeFacts((store, changed) =>
          store.keep([present(one.person, true, one.facts)], { kinds, readAt }, changed),
        )
      case 'gone':
        return changeFacts((store, changed) =>
          store.keep([present(one.person, false)], { kinds, readAt }, changed),
        )
      case 'event':
        return changeFacts(async (store, changed) =>
          store.record(
            [
              {
                id: newId('evt'),
                user_id: one.person,
                type: one.type,
                at: readAt,
                properties: one.properties,
              },
            ],
            changed,
          ),
        )
      case 'merge':
        if (one.person === one.other) return
        return inSchool(school, runtime, async ({ work }) => {
          const facts = new FactStore(work)
          const stores = { segments: new SegmentStore(work), segmentMembers: new MemberStore(work) }
          const changed = new Map<string, Set<string>>()
          await facts.lock()
          facts.merge(one.person, one.other)
          await facts.keep([present(one.person, false)], { kinds, readAt }, changed)
          await checkChanged(changed, stores as never)
          await stores.segmentMembers.checkEverywhere([one.person, one.other], 'event')
        })
      case 'time':
        clock += one.hours * 3_600_000
        return wakeDue(runtime)
      case 'rule': {
        const id = ids[one.place]!
        if (one.place === 5) return
        const rule = nextRule()
        ruleById.set(id, rule)
        await segments.update({ path: { id }, body: { rule } })
      }
    }
  }
  const settled = async () => {
    const waiting = await inSchool(school, runtime, async ({ work }) => {
      const { rows } = await work.read(
        `select (select count(*) from crm.segment_checks where school_id = $1)
           + (select count(*) from crm.tasks where school_id = $1 and queue in ('check-segments-of-person', 'build-segment'))`,
        [school],
      )
      return rows[0]![0]
    })
    return waiting === '0' && (await segments.list()).data.every(({ status }) => status === 'ready')
  }
  let changes: (typeof change extends fc.Arbitrary<infer T> ? T : never)[] = []
  for (let round = 0; round < rounds; round++) {
    changes = fc.sample(change, 20)
    for (const one of changes) await act(one)
    await wakeDue(runtime)
    await eventually('all to be looked at', settled)
    for (const id of ids) {
      const parsedRule = ruleOf(ruleById.get(id) as never)
      const all = await inSchool(school, runtime, async ({ work }) => {
        const condition = compile(parsedRule, clock, bases)
        const { rows } = await work.read(
          `select p.user_id from crm.person_states p where p.school_id = $1 and ${placed(condition, 2)} order by 1`,
          [school, ...condition.values],
        )
        return rows.map(([user]) => user!)
      })
      const { data } = await segmentMembers.list({ path: { id }, query: { limit: 100 } })
      const members = data.map(({ user_id }) => user_id as string).sort()
      expect({ rule: ruleById.get(id), members, changes }).toEqual({
        rule: ruleById.get(id),
        members: all,
        changes,
      })
      expect((await segments.get({ path: { id } })).size).toBe(members.length)
    }
  }
}, 600_000)
