// Lateness over random histories of corrections: it follows from what was sent and from the deadlines that hold, not from the
// order in which these were corrected.
import { formatTime } from '@lms/contract'
import fc from 'fast-check'
import type { Submission } from './submission.object.ts'
import { isRework, type LessonTerms, latenessOf, scoreAfter } from './submission.rules.ts'

type History = Submission['history']
type Attempt = History[number]
const [hour, day] = [3_600_000, 86_400_000]
const start = Date.parse('2026-03-01T09:00:00Z')
const at = (hours: number) => formatTime(new Date(start + hours * hour))

/** What happens to a homework, each some hours after the step before. */
const step = fc.record({
  hours: fc.integer({ min: 1, max: 90 }),
  kind: fc.constantFrom('change', 'return', 'return with a deadline', 'withdraw', 'accept and take back'),
  ahead: fc.integer({ min: 1, max: 200 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const attempt = (number: number, sent_at: string): Attempt => ({
  ...{ number, sent_at, status: 'submitted', changed_at: null, days_late: 0, score: null },
  ...{ decided_at: null, return_due_at: null },
})

/** The attempts after these steps: a returned or withdrawn answer is sent again an hour later. */
function historyOf(steps: readonly Step[]): { history: History; hours: number } {
  let hours = 0
  let history: History = [attempt(1, at(0))]
  for (const { kind, hours: more, ahead } of steps) {
    hours += more
    const last = history.at(-1)!
    const decided = (fields: Partial<Attempt>) => [
      ...history.slice(0, -1),
      { ...last, decided_at: at(hours), ...fields },
    ]
    if (kind === 'change') {
      history = [...history.slice(0, -1), { ...last, changed_at: at(hours) }]
      continue
    }
    if (kind === 'withdraw') history = decided({ status: 'withdrawn' })
    else {
      const return_due_at = kind === 'return with a deadline' ? at(hours + ahead) : null
      history = decided({ status: 'returned', return_due_at })
    }
    hours += 1
    history = [...history, attempt(last.number + 1, at(hours))]
  }
  return { history, hours }
}

const histories = fc.array(step, { maxLength: 8 }).map(historyOf)
const due = fc.option(fc.integer({ min: -100, max: 900 }))
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu')
const late = fc.constantFrom('mark' as const, 'penalty' as const, 'refuse' as const)

const termsWith = (
  dueHours: number | null,
  zoneId: string,
  fields: Partial<LessonTerms> = {},
): LessonTerms => ({
  due_at: dueHours === null ? null : at(dueHours),
  zone: zoneId,
  freezes: [],
  now: at(10_000),
  ...fields,
})

test('what was stored of lateness, scores and deadlines before changes nothing', () => {
  const noise = fc.array(fc.record({ days_late: fc.nat(50), score: fc.option(fc.nat(1000)) }), {
    minLength: 10,
    maxLength: 10,
  })
  fc.assert(
    fc.property(histories, due, zone, late, noise, ({ history }, hours, zoneId, rule, values) => {
      const terms = termsWith(hours, zoneId)
      const disturbed = history.map((each, index) => ({ ...each, ...values[index % values.length]! }))
      expect(latenessOf(disturbed, { late: rule }, terms)).toEqual(latenessOf(history, { late: rule }, terms))
    }),
  )
})

test('an extension never makes anything later, and no deadline makes nothing late that no return has dated', () => {
  fc.assert(
    fc.property(histories, due, fc.nat(500), zone, late, ({ history }, hours, more, zoneId, rule) => {
      const daysWith = (dueHours: number | null) =>
        latenessOf(history, { late: rule }, termsWith(dueHours, zoneId)).days_late
      if (hours !== null) expect(daysWith(hours + more)).toBeLessThanOrEqual(daysWith(hours))
      const isDated = history.some(({ return_due_at }) => return_due_at !== null)
      if (!isDated) expect(daysWith(null)).toBe(0)
      expect(latenessOf(history, { late: 'accept' }, termsWith(hours, zoneId)).days_late).toBe(0)
    }),
  )
})

test('rework without a deadline is as late as what was returned, however often it is withdrawn', () => {
  fc.assert(
    fc.property(
      histories,
      due,
      zone,
      late,
      fc.integer({ min: 1, max: 400 }),
      fc.nat(3),
      ({ history, hours }, dueHours, zoneId, rule, more, withdrawals) => {
        const terms = termsWith(dueHours, zoneId)
        const before = latenessOf(history, { late: rule }, terms)
        const last = history.at(-1)!
        let reworked: History = [
          ...history.slice(0, -1),
          { ...last, status: 'returned', decided_at: at(hours + 1), return_due_at: null },
        ]
        for (let count = 0; count < withdrawals; count++)
          reworked = [
            ...reworked,
            { ...attempt(reworked.length + 1, at(hours + 2 + count)), status: 'withdrawn' as const },
          ]
        reworked = [...reworked, attempt(reworked.length + 1, at(hours + 10 + more))]
        expect(isRework(reworked)).toBe(true)
        expect(latenessOf(reworked, { late: rule }, terms)).toEqual(before)
      },
    ),
  )
})

test('the deadline of the last return counts, later by the days of a leave since', () => {
  fc.assert(
    fc.property(
      histories,
      due,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 30 }),
      ({ history, hours }, dueHours, ahead, sent, leave) => {
        const decided = hours + 1
        const returned: History = [
          ...history.slice(0, -1),
          {
            ...history.at(-1)!,
            ...{ status: 'returned' as const, decided_at: at(decided), return_due_at: at(decided + ahead) },
          },
          attempt(history.length + 1, at(decided + sent)),
        ]
        // A leave of whole days right after the return.
        const freezes = leave ? [{ from: at(decided), to: at(decided + leave * 24) }] : []
        const terms = termsWith(dueHours, 'UTC', { freezes })
        const result = latenessOf(returned, { late: 'mark' }, terms)
        const dueMs = start + (decided + ahead + leave * 24) * hour
        const sentMs = start + (decided + sent) * hour
        expect(Date.parse(result.due_at!)).toBe(dueMs)
        const dayOf = (ms: number) => Math.floor(ms / day)
        expect(result.days_late).toBe(sentMs <= dueMs ? 0 : Math.max(1, dayOf(sentMs) - dayOf(dueMs)))
      },
    ),
  )
})

test('a penalty takes from nothing to all, more for each day, and nothing where nothing is late', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.nat(400),
      fc.integer({ min: 1, max: 100 }),
      (score, days, penalty_percent) => {
        const rule = { late: 'penalty' as const, penalty_percent }
        const after = (count: number) => scoreAfter(score, count, rule)!
        expect(after(0)).toBe(score)
        expect(after(days)).toBeGreaterThanOrEqual(0)
        expect(after(days)).toBeLessThanOrEqual(score)
        expect(after(days + 1)).toBeLessThanOrEqual(after(days))
        expect(scoreAfter(score, days, { ...rule, late: 'mark' })).toBe(score)
      },
    ),
  )
})
