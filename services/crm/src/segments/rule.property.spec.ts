// The two readers of a rule agree: the statement finds exactly the people of whom the interpreter says that it holds.
import { formatTime, newId } from '@lms/contract'
import { inSchool, placed } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import fc from 'fast-check'
import { type Fact, thousandths } from '../facts/fact.rules.ts'
import { FactStore } from '../facts/fact.store.ts'
import { crmService } from '../service.ts'
import { compile } from './rule.compile.ts'
import { interpret } from './rule.interpret.ts'
import { readRule, ruleOf } from './rule.ts'
import { viewsOf } from './view.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
}, 60_000)
afterAll(() => system.stop())

const now = Date.now()
const dayMs = 24 * 3600_000
const people = Array.from({ length: 25 }, () => newId('usr'))
const tags = [newId('tag'), newId('tag')]
const courses = [newId('crs')]
const types = ['order.paid', 'user.tag_added']
const zones = ['UTC', 'Europe/Berlin', 'America/New_York']
const empty = { place: 0, text: null, number: null, at: null }

// Close to each other and to midnight, so that bounds are met.
const hours = fc.integer({ min: -24 * 5, max: 24 * 5 })
const moment = hours.map(hour => formatTime(new Date(Math.floor(now / dayMs) * dayMs + hour * 3600_000)))
const word = fc.constantFrom('ann', 'bea', `o'$1"\\`, '')
const small = fc.integer({ min: 0, max: 4 })

const facts: fc.Arbitrary<Fact[]> = fc
  .record({
    name: fc.option(word),
    age: fc.option(small),
    born: fc.option(moment),
    tags: fc.subarray(tags),
    access: fc.option(fc.option(moment)),
    spent: fc.option(small),
  })
  .map(({ name, age, born, tags, access, spent }) => [
    ...(name ? [{ ...empty, kind: 'field' as const, key: 'first_name', text: name }] : []),
    ...(age === null
      ? []
      : [{ ...empty, kind: 'field' as const, key: 'custom.age', number: thousandths(age) }]),
    ...(born === null ? [] : [{ ...empty, kind: 'field' as const, key: 'created_at', at: born }]),
    ...tags.map(key => ({ ...empty, kind: 'tag' as const, key })),
    ...(access === null ? [] : [{ ...empty, kind: 'access' as const, key: courses[0]!, at: access }]),
    ...(spent === null ? [] : [{ ...empty, kind: 'spent' as const, key: 'EUR', number: spent }]),
  ])
const events = fc.array(fc.record({ type: fc.constantFrom(...types), at: moment }), { maxLength: 6 })

const zone = fc.constantFrom(...zones)
const when = fc.oneof(
  moment.map(at => ({ at })),
  fc.record({ on: moment.map(at => at.slice(0, 10)), zone }),
  fc.record({ days_ago: fc.integer({ min: -4, max: 4 }) }),
  fc.record({ days_ago: fc.integer({ min: -4, max: 4 }), zone }),
)
const between = fc.oneof(
  fc.record({ since: when }),
  fc.record({ before: when }),
  fc.record({ since: when, before: when }),
)
const range = fc.oneof(
  fc.record({ at_least: small }),
  fc.record({ at_most: small }),
  fc.record({ at_least: small, at_most: small }),
)
const window = fc.oneof(
  fc.constant({}),
  fc.record({ within_days: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ within_days: fc.integer({ min: 1, max: 4 }), zone }),
)
const type = fc.constantFrom(...types)
const leaf: fc.Arbitrary<object> = fc.oneof(
  word.map(equals => ({ field: 'first_name', equals })),
  fc.array(word, { minLength: 1, maxLength: 3 }).map(values => ({ field: 'first_name', in: values })),
  fc.constant({ field: 'first_name', exists: true }),
  small.map(equals => ({ field: 'custom.age', equals })),
  range.map(bounds => ({ field: 'custom.age', ...bounds })),
  between.map(bounds => ({ field: 'created_at', ...bounds })),
  fc.constantFrom(...tags).map(tag => ({ tag })),
  fc.constant({ access: courses[0] }),
  range.map(bounds => ({ spent: 'EUR', ...bounds })),
  fc.tuple(type, small, window).map(([event, n, bounds]) => ({ event, at_least: n + 1, ...bounds })),
  fc.tuple(type, window).map(([did_not, bounds]) => ({ did_not, ...bounds })),
  fc.tuple(type, between).map(([first, bounds]) => ({ first, ...bounds })),
  fc.tuple(type, between).map(([last, bounds]) => ({ last, ...bounds })),
)
const { rule } = fc.letrec(tie => ({
  rule: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    leaf,
    fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map(and => ({ and })),
    fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map(or => ({ or })),
    tie('rule').map(not => ({ not })),
  ),
}))

test('the statement finds the people of whom the rule holds, at any time, and until is when that ends', async () => {
  const school = newId('sch')
  const { runtime } = system.services.crm!
  const present = fc.record({ here: fc.integer({ min: 0, max: 9 }).map(one => one > 0), facts, events })
  await inSchool(school, runtime, async ({ work }) => {
    const store = new FactStore(work)
    const drawn = fc.sample(present, people.length)
    const found = people.map((user_id, place) => ({ user_id, ...drawn[place]! }))
    const kinds = ['field', 'tag', 'access', 'spent'] as const
    await store.keep(found, { kinds, readAt: work.now }, new Map())
    store.record(
      found.flatMap(({ user_id, events }) => events.map(event => ({ ...event, user_id, id: newId('evt') }))),
      new Map(),
    )
  })
  const at = fc.integer({ min: -24 * 3, max: 24 * 3 }).map(hour => now + hour * 3600_000)
  await fc.assert(
    fc.asyncProperty(rule, at, async (written, moment) => {
      const read = readRule(written)
      fc.pre('rule' in read)
      const asked = ruleOf(written)
      await inSchool(school, runtime, async ({ work }) => {
        const byStatement = async (moment: number) => {
          const condition = compile(asked, moment)
          const { rows } = await work.read(
            `select p.user_id from crm.person_states p where p.school_id = $1 and ${placed(condition, 2)} order by 1`,
            [school, ...condition.values],
          )
          return rows.map(([id]) => id!)
        }
        const views = await viewsOf(people, [asked], work)
        const verdicts = people.map(id => ({ id: id as string, ...interpret(asked, views.get(id)!, moment) }))
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
