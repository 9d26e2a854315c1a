// The refusal of who is to review homework, or the open answers of a quiz.
import { refuse } from '@lms/contract'

export const reviewerRefusals = refuse({
  curator_unknown: {
    status: 422,
    when: 'curator_id is missing, not a person of the school, or not the curator who asks',
    message: 'curator_id must be a person of this school. Curators act for themselves.',
  },
})
