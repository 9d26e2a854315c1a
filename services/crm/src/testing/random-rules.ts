// People, what happened to them and rules about them, drawn at random: close to each other, so that bounds are met.
import { formatTime, newId } from '@lms/contract'
import fc from 'fast-check'
import type { Properties } from '../facts/event-properties.ts'
import { type Fact, folded, thousandths } from '../facts/fact.rules.ts'
import { objectionKeys } from '../facts/objection.rules.ts'
import { basesOf, usualTopics } from '../settings/topic.ts'

export const now = Date.now()
const dayMs = 24 * 3600_000
export const people = Array.from({ length: 25 }, () => newId('usr'))
const tags = [newId('tag'), newId('tag')]
const courses = [newId('crs')]
export const types = ['order.paid', 'user.tag_added']
const offers = [newId('off'), newId('off')]
/** By consent, for everybody, and one that the school does not have. */
const topics = ['news', 'orders', 'unknown']
const zones = ['UTC', 'Europe/Berlin', 'America/New_York']
const empty = { place: 0, text: null, number: null, at: null }

// Close to each other and to midnight, so that bounds are met.
const hours = fc.integer({ min: -24 * 5, max: 24 * 5 })
const moment = hours.map(hour => formatTime(new Date(Math.floor(now / dayMs) * dayMs + hour * 3600_000)))
const word = fc.constantFrom('ann', 'Ann', 'ÄNNE', 'änne', 'bea', `o'$1"\\`, '')
const small = fc.integer({ min: 0, max: 4 })

// Around the end of February, and near to now.
const day = fc.oneof(
  fc.constantFrom('1992-02-28', '1992-02-29', '1993-02-28', '1993-03-01', '1990-12-31', '1990-01-01'),
  fc
    .tuple(fc.integer({ min: 1980, max: 2010 }), hours)
    .map(([year, hour]) => `${year}${formatTime(new Date(now + hour * 3600_000)).slice(4, 10)}`)
    .filter(text => new Date(text).toISOString().startsWith(text)),
)
export const facts: fc.Arbitrary<Fact[]> = fc
  .record({
    name: fc.option(word),
    age: fc.option(small),
    born: fc.option(moment),
    tags: fc.subarray(tags),
    access: fc.option(fc.option(moment)),
    spent: fc.option(small),
    birthday: fc.option(day),
    reached: fc.record({
      status: fc.constantFrom('active', 'blocked'),
      email: fc.boolean(),
      consent: fc.boolean(),
      objections: fc.subarray(
        objectionKeys({ all_off: true, off_transports: ['email'], off_topics: topics }, [
          { transport: 'email', topic: null, reason: 'hard_bounce' },
          { transport: 'email', topic: 'news', reason: 'unsubscribed' },
        ]),
        { maxLength: 2 },
      ),
    }),
  })
  .map(({ name, age, born, tags, access, spent, birthday, reached }) => [
    { ...empty, kind: 'field' as const, key: 'status', text: reached.status },
    ...(reached.email
      ? [{ ...empty, kind: 'field' as const, key: 'email', text: 'ann@school.example' }]
      : []),
    ...(reached.consent ? [{ ...empty, kind: 'consent' as const, key: 'email' }] : []),
    ...reached.objections.map(key => ({ ...empty, kind: 'objection' as const, key })),
    ...(name ? [{ ...empty, kind: 'field' as const, key: 'first_name', text: folded(name) }] : []),
    ...(age === null
      ? []
      : [{ ...empty, kind: 'field' as const, key: 'custom.age', number: thousandths(age) }]),
    ...(born === null ? [] : [{ ...empty, kind: 'field' as const, key: 'created_at', at: born }]),
    ...tags.map(key => ({ ...empty, kind: 'tag' as const, key })),
    ...(access === null ? [] : [{ ...empty, kind: 'access' as const, key: courses[0]!, at: access }]),
    ...(birthday === null
      ? []
      : [
          {
            ...{ ...empty, kind: 'field' as const, key: 'custom.birthday', text: birthday },
            at: `${birthday}T00:00:00.000+00:00`,
          },
        ]),
    ...(spent === null ? [] : [{ ...empty, kind: 'spent' as const, key: 'EUR', number: spent }]),
  ])
export const properties = fc.record({ offers: fc.subarray(offers), amount: small }).map(
  ({ offers, amount }): Properties => ({
    ...(offers.length && { offer_id: offers }),
    amount: amount * 100,
  }),
)
export const events = fc.array(fc.record({ type: fc.constantFrom(...types), at: moment, properties }), {
  maxLength: 6,
})

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
const offer = fc.constantFrom(...offers)
const where = fc.oneof(
  offer.map(offer_id => ({ offer_id })),
  fc.record({ offer_id: offer, amount: fc.constantFrom({ at_least: 200 }, { at_most: 300 }) }),
  fc.constantFrom({ amount: { at_least: 100, at_most: 200 } }),
)
const ofOffer = fc.constantFrom({}, { where: { offer_id: offers[0] } })
const anchor = fc.oneof(
  fc.tuple(type, fc.constantFrom('first', 'last')).map(([one, end]) => ({ [end]: one })),
  ofOffer.map(named => ({ first: 'order.paid', ...named })),
)
const days = fc.integer({ min: 1, max: 4 })
const text = fc.constantFrom('a', 'N', 'ne', 'än', `'`, 'ann')
const dateParts = fc.oneof(
  fc.record({ month: fc.oneof(fc.constant('this'), fc.integer({ min: 1, max: 12 })), zone }),
  fc.record({ day: fc.integer({ min: 1, max: 31 }), month: fc.constant('this'), zone }),
  fc.record({ weekday: fc.constantFrom('monday', 'sunday'), zone }),
  fc.record({ year: fc.integer({ min: 1990, max: 2027 }), zone }),
)
const dayField = fc.constantFrom('custom.birthday', 'created_at')
const eventLeaf: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(where, small, window).map(([where, n, bounds]) => ({
    ...{ event: 'order.paid', where, at_least: n + 1 },
    ...bounds,
  })),
  fc.tuple(where, window).map(([where, bounds]) => ({ did_not: 'order.paid', where, ...bounds })),
  fc
    .tuple(offer, between)
    .map(([offer_id, bounds]) => ({ last: 'order.paid', where: { offer_id }, ...bounds })),
  fc.tuple(type, anchor, days, small).map(([event, after, within_days, n]) => ({
    ...{ event, after, within_days, at_least: n + 1 },
  })),
  fc.tuple(type, anchor, days).map(([did_not, after, within_days]) => ({ did_not, after, within_days })),
  fc.tuple(where, anchor, days).map(([where, after, within_days]) => ({
    ...{ did_not: 'order.paid', where, after, within_days },
  })),
)
const fieldLeaf: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(fc.constantFrom('contains', 'starts', 'ends'), text).map(([part, value]) => ({
    ...{ field: 'first_name', [part]: value },
  })),
  fc.tuple(dayField, dateParts).map(([field, date]) => ({ field, date })),
  fc
    .tuple(dayField, fc.record({ within_days: fc.constantFrom(0, 1, 3, 30, 365), zone }))
    .map(([field, anniversary]) => ({ field, anniversary })),
)
export const leaf: fc.Arbitrary<object> = fc.oneof(
  word.map(equals => ({ field: 'first_name', equals })),
  fc.array(word, { minLength: 1, maxLength: 3 }).map(values => ({ field: 'first_name', in: values })),
  fc.constant({ field: 'first_name', exists: true }),
  small.map(equals => ({ field: 'custom.age', equals })),
  range.map(bounds => ({ field: 'custom.age', ...bounds })),
  between.map(bounds => ({ field: 'created_at', ...bounds })),
  fc.constantFrom(...tags).map(tag => ({ tag })),
  eventLeaf,
  fieldLeaf,
  fc.record({ reachable: fc.constantFrom(...topics), by: fc.constantFrom('email', 'sms', 'in_app') }),
  fc.constant({ access: courses[0] }),
  between.map(ends => ({ access: courses[0], ends })),
  range.map(bounds => ({ spent: 'EUR', ...bounds })),
  fc.tuple(type, small, window).map(([event, n, bounds]) => ({ event, at_least: n + 1, ...bounds })),
  fc.tuple(type, window).map(([did_not, bounds]) => ({ did_not, ...bounds })),
  fc.tuple(type, between).map(([first, bounds]) => ({ first, ...bounds })),
  fc.tuple(type, between).map(([last, bounds]) => ({ last, ...bounds })),
)
/** Schools of this test have the usual topics. */
export const bases = basesOf(usualTopics)
export const settings = { get: async () => ({ topics: usualTopics }) } as never
export const rulesOf = (leaf: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc.letrec(tie => ({
    rule: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      leaf,
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map(and => ({ and })),
      fc.array(tie('rule'), { minLength: 1, maxLength: 3 }).map(or => ({ or })),
      tie('rule').map(not => ({ not })),
    ),
  })).rule
export const rule = rulesOf(leaf)
