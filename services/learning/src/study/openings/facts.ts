// What an opening depends on besides its rules.
import type { Id } from '@lms/contract'
import type { Freeze } from './calendar-days.ts'
import type { recordingShares } from './condition-schema.ts'

/** Who or what makes a condition true: the clock, the student, a curator's review, the school's staff, or a purchase. */
export const openers = ['clock', 'student', 'curator', 'school', 'purchase'] as const
export type Opener = (typeof openers)[number]

/** What is known of a lesson that a condition names. Times may lie ahead; null is unknown. */
export interface LessonFacts {
  opens_at: string | null
  completed_at: string | null
  accepted_at: string | null
}

/** What is known of a person in a session of a webinar. The times are those at which it became known first. */
export interface Attended {
  kind: 'live' | 'auto'
  live_seconds: number
  live_at: string | null
  watched_at: Readonly<Record<(typeof recordingShares)[number], string | null>>
}

/** A final grade, in hundredths of a point, and since when it stands. Homework without points is 1 of 1. */
export interface Score {
  score: number
  max_score: number
  at: string
}

/** Facts about a person in a course, or, without personal facts, about a flow. All times are those of `formatTime`. */
export interface Facts {
  /** Time zone of the course. */
  zone: string
  flow_starts_at: string | null
  /** When the flow ends, so that its lessons close. */
  flow_ends_at: string | null
  own_starts_at: string | null
  freezes: readonly Freeze[]
  /** Since when the person has each tag and offer. */
  tags: ReadonlyMap<Id<'tag'>, string>
  offers: ReadonlyMap<Id<'off'>, string>
  webinars: ReadonlyMap<Id<'wbn'>, readonly Attended[]>
  /** When the person completed each course. */
  courses: ReadonlyMap<Id<'crs'>, string>
  /** The grades of the person by quiz and homework. */
  scores: ReadonlyMap<string, Score>
  /** A lesson of the course, or null if there is none of this id. */
  lesson: (id: Id<'les'>) => LessonFacts | null
}

/** The facts with the present time. */
export type FactsNow = Facts & { now: string }

/** One kind of condition. */
export interface Kind<C> {
  opens_by: Opener
  /** The object that the condition names. */
  ref: (condition: C) => string | null
  /** The instant at which the condition is met, past or ahead; null if it is unknown. */
  metAt: (condition: C, facts: FactsNow) => string | null
}
