import { refuse } from '@lms/contract'

export const personRefusals = refuse({
  user_unknown: {
    status: 422,
    when: 'the body names a person whom the school does not have',
    message: 'user_id and assignee_id must be ids of people of this school. GET /v1/users lists them.',
  },
})
