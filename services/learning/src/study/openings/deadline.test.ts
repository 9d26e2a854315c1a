import { newId } from '@lms/contract'
import { type Override, openingOf, rulesOf } from './opening.rules.ts'
import { OpeningRules } from './rule-schema.ts'
import { factsWith, rules, start } from './testing.ts'

const at = (text: string) => `${text}.000+00:00`
const now = at('2026-03-10T12:00:00')
const [tag, offer] = [newId('tag'), newId('off')]
const opensAt = (condition: unknown, facts: Parameters<typeof factsWith>[0] = {}) =>
  openingOf(rules(condition), factsWith(facts), now).opens_at

describe('a freeze', () => {
  const freeze = { from: at('2026-03-06T12:00:00'), to: at('2026-03-09T08:00:00') }
  const frozen = { freezes: [freeze] }
  test.each<[string, unknown, string | null]>([
    ['moves days', { kind: 'days_after', from: 'flow_start', days: 10 }, at('2026-03-15T09:00:00')],
    [
      'leaves what had come before it',
      { kind: 'days_after', from: 'flow_start', days: 2 },
      at('2026-03-04T09:00:00'),
    ],
    ['leaves dates', { kind: 'date', at: at('2026-04-01T08:00:00') }, at('2026-04-01T08:00:00')],
    [
      'lands on the next fitting weekday',
      { kind: 'weekday', from: 'flow_start', weekday: 'monday', number: 2, time: '10:00' },
      at('2026-03-16T09:00:00'),
    ],
  ])('%s', (_, condition, expected) => {
    expect(opensAt(condition, frozen)).toBe(expected)
  })
  test('that still runs counts the days until now', () => {
    const running = { freezes: [{ ...freeze, to: null }] }
    expect(opensAt({ kind: 'days_after', from: 'flow_start', days: 10 }, running)).toBe(
      at('2026-03-16T09:00:00'),
    )
  })
  test('that ends another freeze later moves again only what comes after it', () => {
    const two = { freezes: [{ from: at('2026-03-20T00:00:00'), to: at('2026-03-22T00:00:00') }, freeze] }
    expect(opensAt({ kind: 'days_after', from: 'flow_start', days: 10 }, two)).toBe(at('2026-03-15T09:00:00'))
    expect(opensAt({ kind: 'days_after', from: 'flow_start', days: 16 }, two)).toBe(at('2026-03-23T09:00:00'))
  })
})

describe('a deadline', () => {
  const deadlineOf = (deadline: unknown, facts: Parameters<typeof factsWith>[0] = {}) =>
    openingOf(OpeningRules.parse({ deadline }), factsWith(facts), now).due_at
  const freezes = [{ from: at('2026-03-06T12:00:00'), to: at('2026-03-09T12:00:00') }]
  const date = { kind: 'date', at: at('2026-03-20T10:00:00') }
  const afterOpening = { kind: 'days_after', from: 'opening', days: 10 }
  const moved: Override = {
    id: newId('ovr'),
    of: 'flow',
    created_at: at('2026-03-08T00:00:00'),
    opening: null,
    at: null,
    due_at: at('2026-03-25T10:00:00'),
  }
  test.each<[string, unknown, Parameters<typeof factsWith>[0], string | null]>([
    ['none', null, {}, null],
    ['a date', date, {}, at('2026-03-20T10:00:00')],
    ['a date, frozen', date, { freezes }, at('2026-03-23T10:00:00')],
    ['days after the opening', afterOpening, {}, at('2026-03-12T09:00:00')],
    ['days after the opening, frozen', afterOpening, { freezes }, at('2026-03-15T09:00:00')],
    [
      'days after the flow start at a time',
      { ...afterOpening, from: 'flow_start', time: '23:59' },
      {},
      at('2026-03-12T22:59:00'),
    ],
    [
      'days after a flow start that is unknown',
      { ...afterOpening, from: 'flow_start' },
      { flow_starts_at: null },
      null,
    ],
    [
      'an override, set after the freeze had begun',
      date,
      { freezes, overrides: [moved] },
      at('2026-03-25T10:00:00'),
    ],
    [
      'an override, set before the freeze',
      date,
      { freezes, overrides: [{ ...moved, created_at: start }] },
      at('2026-03-28T10:00:00'),
    ],
  ])('%s', (_, deadline, facts, expected) => {
    expect(deadlineOf(deadline, facts)).toBe(expected)
  })
  test('of a lesson takes the place of that of its module, and conditions add up', () => {
    const module = OpeningRules.parse({ conditions: [{ kind: 'tag', tag_id: tag }], deadline: date })
    const lessonRules = OpeningRules.parse({
      conditions: [{ kind: 'offer', offer_id: offer }],
      deadline: afterOpening,
    })
    expect(rulesOf(module, lessonRules)).toMatchObject({
      conditions: [{ kind: 'tag' }, { kind: 'offer' }],
      deadline: { from: 'opening' },
    })
    expect(rulesOf(module, rules()).deadline).toMatchObject({ kind: 'date' })
  })
})
