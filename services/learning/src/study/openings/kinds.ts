// How each kind of condition is met.

import { formatTime } from '@lms/contract'
import type { z } from 'zod'
import type {
  AfterAcceptanceCondition,
  AfterCourseCondition,
  AfterLessonCondition,
  DateCondition,
  OfferCondition,
  ScoreCondition,
  TagCondition,
} from './condition-schema.ts'
import { daysAfterKind } from './days-after-kind.ts'
import type { Kind } from './facts.ts'
import { hoursAfterKind } from './hours-after-kind.ts'
import type { SingleCondition } from './rule-schema.ts'
import { webinarPresenceKind, webinarRecordingKind } from './webinar-kinds.ts'
import { weekdayKind } from './weekday-kind.ts'

// A condition: the person has a tag.
const tagKind: Kind<z.infer<typeof TagCondition>> = {
  opens_by: 'school',
  ref: ({ tag_id }) => tag_id,
  metAt: ({ tag_id }, { tags }) => tags.get(tag_id) ?? null,
}

// A condition: the person has bought an offer, such as a higher tariff of the course.
const offerKind: Kind<z.infer<typeof OfferCondition>> = {
  opens_by: 'purchase',
  ref: ({ offer_id }) => offer_id,
  metAt: ({ offer_id }, { offers }) => offers.get(offer_id) ?? null,
}

// A condition: a fixed date. No freeze moves it.
const dateKind: Kind<z.infer<typeof DateCondition>> = {
  opens_by: 'clock',
  ref: () => null,
  metAt: ({ at }) => formatTime(new Date(at)),
}

// A condition: the person has completed another lesson.
const afterLessonKind: Kind<z.infer<typeof AfterLessonCondition>> = {
  opens_by: 'student',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.completed_at ?? null,
}

// A condition: the person's homework of another lesson is accepted. That lesson is a stop lesson.
const afterAcceptanceKind: Kind<z.infer<typeof AfterAcceptanceCondition>> = {
  opens_by: 'curator',
  ref: ({ lesson_id }) => lesson_id,
  metAt: ({ lesson_id }, { lesson }) => lesson(lesson_id)?.accepted_at ?? null,
}

// A condition: the person has completed another course.
const afterCourseKind: Kind<z.infer<typeof AfterCourseCondition>> = {
  opens_by: 'student',
  ref: ({ course_id }) => course_id,
  metAt: ({ course_id }, { courses }) => courses.get(course_id) ?? null,
}

// A condition: the grade of a quiz or homework reaches a share of its points.
const scoreKind: Kind<z.infer<typeof ScoreCondition>> = {
  opens_by: 'student',
  ref: ({ item_id }) => item_id,
  metAt: ({ item_id, percent }, { scores }) => {
    const grade = scores.get(item_id)
    return grade && grade.score * 100 >= grade.max_score * percent ? grade.at : null
  },
}

const kinds: { [K in SingleCondition['kind']]: Kind<Extract<SingleCondition, { kind: K }>> } = {
  date: dateKind,
  days_after: daysAfterKind,
  hours_after: hoursAfterKind,
  weekday: weekdayKind,
  after_lesson: afterLessonKind,
  after_acceptance: afterAcceptanceKind,
  after_course: afterCourseKind,
  score: scoreKind,
  tag: tagKind,
  offer: offerKind,
  webinar_presence: webinarPresenceKind,
  webinar_recording: webinarRecordingKind,
}

/** How a condition is met. */
export const kindOf = (condition: SingleCondition) => kinds[condition.kind] as Kind<SingleCondition>
