// Conditions: the person was present in a session of a webinar, or has watched its recording. The two are never added.
import type { z } from 'zod'
import type { WebinarPresenceCondition, WebinarRecordingCondition } from './condition-schema.ts'
import type { Kind } from './facts.ts'

export const webinarPresenceKind: Kind<z.infer<typeof WebinarPresenceCondition>> = {
  opens_by: 'student',
  ref: ({ webinar_id }) => webinar_id,
  metAt: ({ webinar_id, minutes, auto }, { webinars }) =>
    first(
      (webinars.get(webinar_id) ?? [])
        .filter(({ kind, live_seconds }) => live_seconds >= minutes * 60 && (auto || kind === 'live'))
        .map(({ live_at }) => live_at),
    ),
}

export const webinarRecordingKind: Kind<z.infer<typeof WebinarRecordingCondition>> = {
  opens_by: 'student',
  ref: ({ webinar_id }) => webinar_id,
  metAt: ({ webinar_id, percent }, { webinars }) =>
    first((webinars.get(webinar_id) ?? []).map(({ watched_at }) => watched_at[percent])),
}

const first = (times: readonly (string | null)[]): string | null =>
  times.filter(time => time !== null).toSorted()[0] ?? null
