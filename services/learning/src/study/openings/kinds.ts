// How each kind of condition is met.
import { afterAcceptanceKind } from './after-acceptance-kind.ts'
import { afterLessonKind } from './after-lesson-kind.ts'
import { dateKind } from './date-kind.ts'
import { daysAfterKind } from './days-after-kind.ts'
import type { Kind } from './facts.ts'
import { offerKind } from './offer-kind.ts'
import type { Condition } from './rule-schema.ts'
import { tagKind } from './tag-kind.ts'
import { webinarPresenceKind, webinarRecordingKind } from './webinar-kinds.ts'
import { weekdayKind } from './weekday-kind.ts'

const kinds: { [K in Condition['kind']]: Kind<Extract<Condition, { kind: K }>> } = {
  date: dateKind,
  days_after: daysAfterKind,
  weekday: weekdayKind,
  after_lesson: afterLessonKind,
  after_acceptance: afterAcceptanceKind,
  tag: tagKind,
  offer: offerKind,
  webinar_presence: webinarPresenceKind,
  webinar_recording: webinarRecordingKind,
}

/** How a condition is met. */
export const kindOf = (condition: Condition) => kinds[condition.kind] as Kind<Condition>
