import { refuse } from '@lms/contract'

export const personRefusals = refuse({
  user_unknown: {
    status: 422,
    when: 'the body names a person whom the school does not have',
    message: 'user_id and assignee_id must be ids of people of this school. GET /v1/users lists them.',
  },
  person_out_of_reach: {
    status: 403,
    when: 'the person, or whose address it is, has a higher role than the caller',
    message: 'What people of a higher role get is up to themselves, and to those of their role.',
  },
})
