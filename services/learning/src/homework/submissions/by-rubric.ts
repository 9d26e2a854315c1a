// Reviews by the criteria of a rubric, and the scores that follow from them.
import { Refused } from '@lms/contract'
import type { AssignmentRow } from '../assignments/assignment.store.ts'
import { gradedBy, scoreBy } from '../assignments/rubric.rules.ts'
import type { CriterionInput } from '../assignments/rubric.ts'
import { refusals } from './submission.contract.ts'
import type { Submission } from './submission.object.ts'

/** The review by the rubric of an assignment; refuses what does not fit it. */
export function graded(
  { rubric }: Pick<AssignmentRow, 'rubric'>,
  sent: readonly CriterionInput[],
  options: { complete: boolean },
): Submission['criteria'] {
  const { criteria, details } = gradedBy(rubric ?? [], sent, options)
  if (details.length)
    throw new Refused(refusals.rubric_mismatch, undefined, { details: details.slice(0, 50) })
  return criteria
}

/** The score of an acceptance, and its criteria: with a rubric it follows from them. */
export function reviewed(
  assignment: Pick<AssignmentRow, 'rubric' | 'max_score'>,
  { score, criteria: sent }: { score: number | null; criteria: readonly CriterionInput[] },
): Pick<Submission, 'score' | 'criteria'> {
  const criteria = graded(assignment, sent, { complete: true })
  if (assignment.rubric === null || assignment.max_score === null) return { score, criteria }
  const follows = scoreBy(criteria, assignment.max_score)
  if (score !== null && score !== follows)
    throw new Refused(refusals.rubric_mismatch, undefined, {
      details: [{ path: 'body.score', message: `the criteria give ${follows}` }],
    })
  return { score: follows, criteria }
}
