// Hashes of what a package has, and of what it became here: equal ones mean that nothing has changed. Pure.
import { hash } from 'node:crypto'
import type { LessonRow } from '../lessons/lesson.store.ts'

/** The hash of a value, whatever the order of its fields. */
export const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(ordered(value)))

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, ordered(each)]))
}

const inner = /\b(?:mod|les|fil)_[0-9a-z]{26}\b/g

/** The hash of what a package has, with names of its own in place of ids that count its parts. */
export const takenHash = (value: unknown, nameOf: (id: string) => string): string =>
  hashOf(JSON.parse(JSON.stringify(value).replace(inner, nameOf)))

type Card = Pick<
  LessonRow,
  'title' | 'description' | 'kind' | 'duration_seconds' | 'required' | 'has_draft'
> &
  Pick<LessonRow, 'completion' | 'access_rules'>

/** The hash of a lesson here. Whether it is published, and where it stands, is no change of what was taken. */
export const lessonHash = (lesson: Card, parts: readonly string[]): string =>
  hashOf([
    ...[lesson.title, lesson.description, lesson.kind, lesson.duration_seconds, lesson.required],
    ...[lesson.has_draft, lesson.completion, lesson.access_rules, [...parts].sort()],
  ])
