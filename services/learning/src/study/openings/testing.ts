// Facts for tests, with nothing known but what a test names.
import type { Id } from '@lms/contract'
import type { LessonFacts } from './facts.ts'
import type { OpeningFacts } from './opening.rules.ts'
import { type Condition, OpeningRules } from './rule-schema.ts'

export const start = '2026-03-02T09:00:00.000+00:00'

export const rules = (...conditions: unknown[]): OpeningRules =>
  OpeningRules.parse({ conditions: conditions as Condition[] })

/** Rules of one end, and these conditions. */
export const ending = (end: unknown, ...conditions: unknown[]): OpeningRules =>
  OpeningRules.parse({ conditions: conditions as Condition[], end: end as OpeningRules['end'] })

export const factsWith = ({
  lessons = {},
  ...fields
}: Partial<OpeningFacts> & { lessons?: Record<Id<'les'>, Partial<LessonFacts>> } = {}): OpeningFacts => ({
  zone: 'Europe/Berlin',
  flow_starts_at: start,
  flow_ends_at: null,
  own_starts_at: start,
  freezes: [],
  tags: new Map(),
  offers: new Map(),
  webinars: new Map(),
  courses: new Map(),
  scores: new Map(),
  lesson: id =>
    lessons[id] ? { opens_at: null, completed_at: null, accepted_at: null, ...lessons[id] } : null,
  access_from: start,
  opened_until: null,
  published: true,
  completed_at: null,
  overrides: [],
  ...fields,
})
