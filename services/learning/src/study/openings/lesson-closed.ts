// The refusal of what needs an open lesson, with what is not met.
import { type RefusalDetail, Refused, refuse } from '@lms/contract'
import type { Reason } from './opening.rules.ts'

export const refusals = refuse({
  lesson_closed: {
    status: 403,
    when: 'the lesson is not open to the student',
    message: 'This lesson is closed. details say what has to happen before it opens.',
  },
})

export const noAccess: Reason = { kind: 'access', ref: null, met: false, at: null, opens_by: 'school' }

export const lessonClosed = (reasons: readonly Reason[]): Refused =>
  new Refused(refusals.lesson_closed, undefined, {
    details: reasons
      .filter(({ met }) => !met)
      .flatMap(each => each.any_of ?? each)
      .map(detailOf)
      .slice(0, 50),
  })

function detailOf({ kind, ref, at, opens_by }: Reason): RefusalDetail {
  if (kind === 'ended') return { path: kind, message: 'its end has passed' }
  const when = at === null ? `opens by: ${opens_by}` : `opens at ${at}`
  return { path: kind, message: ref === null ? when : `${ref}: ${when}` }
}
