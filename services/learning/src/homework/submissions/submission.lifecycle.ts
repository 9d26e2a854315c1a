import { lifecycle } from '@lms/contract'

/** A homework from its draft to its acceptance. Nobody but its student knows of a draft. */
export const submissionLifecycle = lifecycle(
  {
    draft: { send: 'submitted' },
    submitted: { take: 'in_review', accept: 'accepted', return: 'returned', withdraw: 'withdrawn' },
    in_review: { release: 'submitted', accept: 'accepted', return: 'returned', withdraw: 'withdrawn' },
    // Once more for another deadline, also of an answer that was withdrawn since.
    returned: { send: 'submitted', return: 'returned', withdraw: 'withdrawn' },
    accepted: { accept: 'accepted' },
    withdrawn: { send: 'submitted', return: 'returned' },
  },
  { begins: ['draft', 'submitted'] },
)
