// What submissions refuse.
import { refuse } from '@lms/contract'
import { maxComments, maxSubmissionAttempts } from './submission.object.ts'

export const refusals = refuse({
  assignment_unknown: {
    status: 422,
    when: 'the caller can answer no such assignment',
    message: 'There is no such assignment here. GET /v1/assignments lists them.',
  },
  submission_empty: {
    status: 422,
    when: 'an answer is sent without text and files',
    message: 'Send a text, or at least one file.',
  },
  submission_late: {
    status: 409,
    when: 'the deadline has passed, and the assignment refuses late answers',
    message:
      'The deadline has passed, and this assignment takes no late answers. Ask a curator to extend it.',
  },
  submission_waiting: {
    status: 409,
    when: 'the answer waits for its review',
    message: 'This answer waits for its review. Change it while it is submitted: PATCH /v1/submissions/{id}.',
  },
  submission_in_review: {
    status: 409,
    when: 'a curator is reviewing the answer',
    message: 'A curator is reviewing this answer. Write a comment: POST /v1/submissions/{id}/comments.',
  },
  submission_accepted: {
    status: 409,
    when: 'the homework is accepted',
    message: 'This homework is accepted, and stays as it is.',
  },
  submission_unsent: {
    status: 409,
    when: 'the answer is a draft, returned or withdrawn, so nothing waits for a review; one that was returned can be returned once more',
    message: 'Nothing waits for a review here: the student has to send the answer first.',
  },
  submission_attempts_limit_reached: {
    status: 409,
    when: 'the homework has the maximum number of attempts',
    message: `A homework has at most ${maxSubmissionAttempts} attempts. Accept it, or begin another assignment.`,
  },
  claimed_by_other: {
    status: 409,
    when: 'another curator has claimed the answer, or was assigned to it',
    message:
      'Another curator reviews this answer. POST /v1/submissions/{id}/assign gives it to someone else.',
  },
  submission_own: {
    status: 409,
    when: 'the answer is that of the person who reviews, or is to review it',
    message: 'Nobody reviews their own homework. POST /v1/submissions/{id}/assign gives it to somebody else.',
  },
  score_invalid: {
    status: 422,
    when: 'the score is missing, beyond max_score, or given although the assignment has none',
    message: 'Send a score from 0 to max_score of the assignment, and none if it has no max_score.',
  },
  rubric_mismatch: {
    status: 422,
    when: 'the criteria are not those of the rubric, one is missing for an acceptance, or a score is sent that they do not give',
    message:
      'Send each criterion of the rubric of the assignment once, with one of its levels, and no score: it follows. A return may name some of them. Without a rubric send no criteria. See the places in details.',
  },
  curator_absent: {
    status: 409,
    when: 'the curator is absent',
    message: 'This curator is absent. POST /v1/curators changes the absence.',
  },
  curator_load_limit_reached: {
    status: 409,
    when: 'the curator has as many answers in review as they may, homework and attempts at quizzes together',
    message: 'This curator has as many answers in review as they may. Finish one first, or raise max_load.',
  },
  comments_limit_reached: {
    status: 409,
    when: 'the submission has the maximum number of comments',
    message: `A submission has at most ${maxComments} comments.`,
  },
})
