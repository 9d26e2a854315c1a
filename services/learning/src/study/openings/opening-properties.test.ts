import { formatTime, type Id, newId } from '@lms/contract'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import type { Attended } from './facts.ts'
import { openingOf } from './opening.rules.ts'
import { factsWith, rules } from './testing.ts'

const dayMs = 86_400_000
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const instant = (from: string, days: number) =>
  fc
    .integer({ min: 0, max: days * 1440 })
    .map(minutes => formatTime(new Date(Date.parse(from) + minutes * 60_000)))
const zone = fc.constantFrom(...zones)
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    minutes =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  )
const weekday = fc.constantFrom('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')
const ids = {
  les: newId('les'),
  tag: newId('tag'),
  off: newId('off'),
  wbn: newId('wbn'),
  crs: newId('crs'),
  quz: newId('quz'),
}

const days = fc.record({
  kind: fc.constant('days_after'),
  from: fc.constantFrom('flow_start', 'own_start'),
  days: fc.integer({ min: 0, max: 400 }),
  time: fc.option(time),
})
const onWeekday = fc.record({
  kind: fc.constant('weekday'),
  from: fc.constantFrom('flow_start', 'own_start'),
  weekday,
  number: fc.integer({ min: 1, max: 60 }),
  time,
})
const single = fc.oneof(
  days,
  fc.record({
    kind: fc.constant('hours_after'),
    from: fc.constantFrom('flow_start', 'own_start'),
    hours: fc.integer({ min: 1, max: 8760 }),
  }),
  fc.constant({ kind: 'after_course', course_id: ids.crs }),
  fc.record({
    kind: fc.constant('score'),
    item_id: fc.constant(ids.quz),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  onWeekday,
  fc.record({ kind: fc.constant('date'), at: instant('2026-01-01T00:00:00Z', 700) }),
  fc.constant({ kind: 'after_lesson', lesson_id: ids.les }),
  fc.constant({ kind: 'after_acceptance', lesson_id: ids.les }),
  fc.constant({ kind: 'tag', tag_id: ids.tag }),
  fc.constant({ kind: 'offer', offer_id: ids.off }),
  fc.record({
    kind: fc.constant('webinar_presence'),
    webinar_id: fc.constant(ids.wbn),
    minutes: fc.integer({ min: 1, max: 90 }),
    auto: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('webinar_recording'),
    webinar_id: fc.constant(ids.wbn),
    percent: fc.constantFrom(50, 90, 100),
  }),
)
const condition = fc.oneof(
  { weight: 4, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('any_of'),
      conditions: fc.array(single, { minLength: 2, maxLength: 4 }),
    }),
  },
)
const attendedAt = (at: string): Attended => ({
  ...{ kind: 'live', live_seconds: 3600, live_at: at },
  watched_at: { 50: at, 90: null, 100: null },
})
const maybeInstant = fc.option(instant('2026-01-01T00:00:00Z', 700))
const facts = fc
  .record({
    zone,
    flow_starts_at: maybeInstant,
    own_starts_at: maybeInstant,
    completed: maybeInstant,
    accepted: maybeInstant,
    tagged: maybeInstant,
    bought: maybeInstant,
    attended: maybeInstant,
    finished: maybeInstant,
    graded: maybeInstant,
    score: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ completed, accepted, tagged, bought, attended, finished, graded, score, ...rest }) =>
    factsWith({
      ...rest,
      tags: new Map(tagged === null ? [] : [[ids.tag, tagged] as [Id<'tag'>, string]]),
      offers: new Map(bought === null ? [] : [[ids.off, bought] as [Id<'off'>, string]]),
      courses: new Map(finished === null ? [] : [[ids.crs, finished] as [Id<'crs'>, string]]),
      scores: new Map(
        graded === null ? [] : [[ids.quz as string, { score, max_score: 1000, at: graded }] as const],
      ),
      webinars: new Map([[ids.wbn, attended === null ? [] : [attendedAt(attended)]]]),
      lessons: { [ids.les]: { completed_at: completed, accepted_at: accepted } },
    }),
  )
const now = instant('2026-01-01T00:00:00Z', 700)

test('the order of conditions never matters', () => {
  const shuffled = fc
    .array(condition, { maxLength: 8 })
    .chain(list => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
  fc.assert(
    fc.property(shuffled, facts, now, ([one, other], drawnFacts, at) => {
      const [first, second] = [one, other].map(list => openingOf(rules(...list), drawnFacts, at))
      expect({ ...second, reasons: [] }).toEqual({ ...first, reasons: [] })
      const texts = [first!, second!].map(({ reasons }) =>
        reasons.map(reason => JSON.stringify(reason)).sort(),
      )
      expect(texts[1]).toEqual(texts[0])
    }),
  )
})

test('a lesson is open exactly when all conditions are met, and one more condition never opens earlier', () => {
  fc.assert(
    fc.property(
      fc.array(condition, { maxLength: 6 }),
      condition,
      facts,
      now,
      (list, more, drawnFacts, at) => {
        const [few, many] = [list, [...list, more]].map(each => openingOf(rules(...each), drawnFacts, at))
        const accessible = drawnFacts.access_from! <= at
        expect(few!.status === 'open').toBe(
          accessible && few!.reasons.every(({ kind, met }) => kind === 'access' || met),
        )
        if (many!.status === 'open') expect(few!.status).toBe('open')
        const start = drawnFacts.flow_starts_at
        if (start !== null && start > at) expect(many!.status).toBe('closed')
        if (many!.opens_at !== null && list.length) expect(few!.opens_at! <= many!.opens_at).toBe(true)
      },
    ),
  )
})

const local = (at: string, zoneId: string) =>
  Temporal.Instant.fromEpochMilliseconds(Date.parse(at)).toZonedDateTimeISO(zoneId)

test('n frozen days move a date by n days at the same local time, and nothing that had come before', () => {
  const length = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(
      days,
      zone,
      instant('2026-01-01T00:00:00Z', 300),
      instant('2026-01-01T00:00:00Z', 500),
      length,
      (rule, zoneId, start, from, n) => {
        const to = formatTime(new Date(local(from, zoneId).add({ days: n }).epochMilliseconds))
        const factFields = {
          zone: zoneId,
          flow_starts_at: start,
          own_starts_at: start,
          access_from: '2020-01-01T00:00:00.000+00:00',
        }
        const at = '2029-01-01T00:00:00.000+00:00'
        const plain = openingOf(rules(rule), factsWith(factFields), at).opens_at!
        const moved = openingOf(rules(rule), factsWith({ ...factFields, freezes: [{ from, to }] }), at)
          .opens_at!
        const counts = plain > from && (rule.from === 'flow_start' || from >= start)
        // No date opens a lesson before the start of the flow, which no freeze moves.
        if (plain === start) expect(moved >= plain).toBe(true)
        else if (!counts) expect(moved).toBe(plain)
        else {
          const [one, other] = [plain, moved].map(each => local(each, zoneId).toPlainDate())
          expect(one!.until(other!, { largestUnit: 'days' }).days).toBe(n)
          if (rule.time) {
            const planned = local(plain, zoneId).toPlainTime().toString()
            // Where a clock change skips the time of one of the two days, that one is an hour later, or half an hour.
            const off = Math.abs(
              minutesOf(planned) - minutesOf(local(moved, zoneId).toPlainTime().toString()),
            )
            expect([0, 30, 60]).toContain(off)
          }
        }
      },
    ),
  )
})

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

test('a frozen weekday rule lands on its weekday, less than a week after the moved date', () => {
  fc.assert(
    fc.property(
      onWeekday,
      zone,
      instant('2026-01-01T00:00:00Z', 300),
      fc.integer({ min: 0, max: 60 }),
      (rule, zoneId, start, n) => {
        const from = start
        const to = formatTime(new Date(local(from, zoneId).add({ days: n }).epochMilliseconds))
        const factFields = { zone: zoneId, flow_starts_at: start, own_starts_at: start, access_from: start }
        const at = '2029-01-01T00:00:00.000+00:00'
        const plain = openingOf(rules(rule), factsWith(factFields), at).opens_at!
        const moved = openingOf(rules(rule), factsWith({ ...factFields, freezes: [{ from, to }] }), at)
          .opens_at!
        const [one, other] = [plain, moved].map(each => local(each, zoneId).toPlainDate())
        expect(other!.dayOfWeek).toBe(one!.dayOfWeek)
        const shift = one!.until(other!, { largestUnit: 'days' }).days
        // A start at the very minute of the weekday has come before the freeze.
        if (plain > from) expect(shift).toBe(Math.ceil(n / 7) * 7)
        else expect(shift).toBe(0)
      },
    ),
  )
})

test('the n-th weekday is n - 1 weeks after the first, which comes within a week of the start', () => {
  fc.assert(
    fc.property(onWeekday, zone, instant('2026-01-01T00:00:00Z', 700), (rule, zoneId, start) => {
      const openingFacts = factsWith({
        zone: zoneId,
        flow_starts_at: start,
        own_starts_at: start,
        access_from: '2020-01-01T00:00:00.000+00:00',
      })
      const [first, nth] = [1, rule.number].map(
        number => openingOf(rules({ ...rule, number }), openingFacts, start).opens_at!,
      )
      expect(first! >= start).toBe(true)
      expect(Date.parse(first!) - Date.parse(start)).toBeLessThanOrEqual(7 * dayMs + 7_200_000)
      const [one, other] = [first!, nth!].map(each => local(each, zoneId).toPlainDate())
      expect(one!.until(other!, { largestUnit: 'days' }).days).toBe(7 * (rule.number - 1))
    }),
  )
})
