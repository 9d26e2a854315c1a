import { newId } from '@lms/contract'
import { isClosedByEnd, type Override, openingOf, rulesOf } from './opening.rules.ts'
import type { OpeningRules } from './rule-schema.ts'
import { ending, factsWith, rules, start } from './testing.ts'

const at = (text: string) => `${text}.000+00:00`
const now = at('2026-03-10T12:00:00')
const [lesson, tag] = [newId('les'), newId('tag')]

describe('other courses, scores, hours, and one of several', () => {
  const [course, quiz] = [newId('crs'), newId('quz')]
  const score = { kind: 'score', item_id: quiz, percent: 60 }
  const graded = (value: number, max_score: number) => ({
    scores: new Map([[quiz as string, { score: value, max_score, at: at('2026-03-06T10:00:00') }]]),
  })
  const hours = (fields: object) => ({ kind: 'hours_after', hours: 36, ...fields })
  const frozen = { freezes: [{ from: at('2026-03-03T00:00:00'), to: at('2026-03-03T06:30:00') }] }
  const date = (text: string) => ({ kind: 'date', at: at(text) })
  const anyOf = (...conditions: unknown[]) => ({ kind: 'any_of', conditions })
  test.each<[string, unknown, Parameters<typeof factsWith>[0], string | null]>([
    [
      'another course, completed',
      { kind: 'after_course', course_id: course },
      { courses: new Map([[course, at('2026-03-05T10:00:00')]]) },
      at('2026-03-05T10:00:00'),
    ],
    [
      'a third course, completed',
      { kind: 'after_course', course_id: course },
      { courses: new Map([[newId('crs'), start]]) },
      null,
    ],
    ['no score', score, {}, null],
    ['a score that is reached exactly', score, graded(600, 1000), at('2026-03-06T10:00:00')],
    ['a hundredth of a point less', score, graded(599, 1000), null],
    [
      'two thirds are more than 66 percent',
      { ...score, percent: 66 },
      graded(2, 3),
      at('2026-03-06T10:00:00'),
    ],
    ['and less than 67', { ...score, percent: 67 }, graded(2, 3), null],
    ['nothing to reach is reached', score, graded(0, 0), at('2026-03-06T10:00:00')],
    ['hours from the flow start', hours({ from: 'flow_start' }), {}, at('2026-03-03T21:00:00')],
    ['hours stand still in a leave', hours({ from: 'own_start' }), frozen, at('2026-03-04T03:30:00')],
    [
      'hours that were over before a leave stay over',
      hours({ from: 'own_start', hours: 2 }),
      frozen,
      at('2026-03-02T11:00:00'),
    ],
    [
      'hours from a completion, across the change of the clocks',
      hours({ from: 'lesson_completed', lesson_id: lesson }),
      { lessons: { [lesson]: { completed_at: at('2026-03-28T12:00:00') } } },
      at('2026-03-30T00:00:00'),
    ],
    [
      'the first of several',
      anyOf(date('2026-03-09T00:00:00'), date('2026-03-05T00:00:00'), score),
      {},
      at('2026-03-05T00:00:00'),
    ],
    ['none of several', anyOf(score, { kind: 'tag', tag_id: tag }), {}, null],
  ])('%s', (_, condition, facts, expected) => {
    const { opens_at, status } = openingOf(rules(condition), factsWith(facts), now)
    expect(opens_at).toBe(expected)
    expect(status).toBe(expected !== null && expected <= now ? 'open' : 'closed')
  })

  test('of several the reasons name each one, and who meets the first', () => {
    const { reasons } = openingOf(rules(anyOf(score, date('2026-03-09T00:00:00'))), factsWith(), now)
    expect(reasons).toEqual([
      {
        ...{ kind: 'any_of', ref: null, met: true, at: at('2026-03-09T00:00:00'), opens_by: 'clock' },
        any_of: [
          { kind: 'score', ref: quiz, met: false, at: null, opens_by: 'student' },
          { kind: 'date', ref: null, met: true, at: at('2026-03-09T00:00:00'), opens_by: 'clock' },
        ],
      },
    ])
  })
})

describe('an end', () => {
  const [past, ahead] = [at('2026-03-09T00:00:00'), at('2026-03-20T00:00:00')]
  const end = (time: string) => ({ kind: 'date', at: time })
  const override = (fields: Partial<Override>): Override => ({
    ...{ id: newId('ovr'), of: 'person', created_at: start, opening: null, at: null, due_at: null },
    ...fields,
  })
  test.each<[string, OpeningRules, Parameters<typeof factsWith>[0], object]>([
    [
      'ahead leaves it open, and is its deadline',
      ending(end(ahead)),
      {},
      { status: 'open', ends_at: ahead, due_at: ahead },
    ],
    [
      'that has passed closes it',
      ending(end(past)),
      {},
      { status: 'closed', opens_at: start, ends_at: past },
    ],
    ['of the flow closes it', rules(), { flow_ends_at: past }, { status: 'closed', ends_at: past }],
    [
      'is the earlier one of both',
      ending(end(ahead)),
      { flow_ends_at: past },
      { status: 'closed', ends_at: past },
    ],
    [
      'closes what was completed',
      ending(end(past)),
      { completed_at: at('2026-03-04T10:00:00') },
      { status: 'closed', ends_at: past },
    ],
    [
      'counts from the opening',
      ending({ kind: 'days_after', from: 'opening', days: 3 }),
      {},
      { status: 'closed', ends_at: at('2026-03-05T09:00:00') },
    ],
    [
      'may be hours after it',
      ending({ kind: 'hours_after', from: 'opening', hours: 1000 }),
      {},
      { status: 'open', ends_at: at('2026-04-13T01:00:00') },
    ],
    [
      'moves by the days of a leave',
      ending(end(past)),
      { freezes: [{ from: at('2026-03-05T00:00:00'), to: at('2026-03-08T00:00:00') }] },
      { status: 'open', ends_at: at('2026-03-12T00:00:00') },
    ],
    [
      'moves with a deadline that is extended beyond it',
      ending(end(past)),
      { overrides: [override({ due_at: ahead })] },
      { status: 'open', ends_at: ahead, due_at: ahead },
    ],
    [
      'stays where the extension is shorter',
      ending(end(ahead)),
      { overrides: [override({ due_at: past })] },
      { status: 'open', ends_at: ahead, due_at: past },
    ],
    [
      'does not close what an override opens',
      ending(end(past)),
      { overrides: [override({ opening: 'open', at: start })] },
      { status: 'open', ends_at: null },
    ],
    [
      'before the opening never lets it open',
      ending(end(past), { kind: 'date', at: ahead }),
      {},
      { status: 'closed', opens_at: null },
    ],
    [
      'closes what stays open after the access',
      ending(end(past)),
      { access_from: null, opened_until: at('2026-03-08T00:00:00') },
      { status: 'closed' },
    ],
  ])('%s', (_, given, facts, expected) => {
    expect(openingOf(given, factsWith(facts), now)).toMatchObject(expected)
  })

  test('is told apart from a lesson that was never open', () => {
    const opening = (given: OpeningRules, facts = {}) => openingOf(given, factsWith(facts), now)
    expect(isClosedByEnd(opening(ending(end(past))))).toBe(true)
    expect(isClosedByEnd(opening(ending(end(past), { kind: 'tag', tag_id: tag })))).toBe(false)
    expect(isClosedByEnd(opening(ending(end(past)), { published: false }))).toBe(false)
    expect(isClosedByEnd(opening(ending(end(past)), { access_from: null }))).toBe(false)
    expect(isClosedByEnd(opening(ending(end(ahead))))).toBe(false)
  })

  test('of a lesson takes the place of that of its module', () => {
    expect(rulesOf(ending(end(past)), ending(end(ahead))).end).toEqual(end(ahead))
    expect(rulesOf(ending(end(past)), rules()).end).toEqual(end(past))
  })
})
