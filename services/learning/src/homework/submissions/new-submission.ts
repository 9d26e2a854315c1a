import type { EnrollmentRow } from '../../study/enrollments/enrollment.store.ts'
import type { AssignmentRow } from '../assignments/assignment.store.ts'

/** A submission before its first attempt. */
export const newSubmission = (
  { id: enrollment_id, user_id, group_id }: EnrollmentRow,
  { id: assignment_id, lesson_id, course_id }: Pick<AssignmentRow, 'id' | 'lesson_id' | 'course_id'>,
) => ({
  ...{ assignment_id, lesson_id, course_id, enrollment_id, user_id, group_id },
  status: 'draft' as const,
  number: 0,
  sent_at: null,
  due_at: null,
  days_late: 0,
  curator_id: null,
  claim_expires_at: null,
  review_due_at: null,
  score: null,
  given_score: null,
  comment: '',
  criteria: [],
  late: null,
  history: [],
  accepted_at: null,
})
