import { lifecycle } from '@lms/contract'

/** A homework from its draft to its acceptance. Nobody but its student knows of a draft. */
export const submissionLifecycle = lifecycle(
  {
    draft: { send: 'submitted' },
    submitted: { take: 'in_review', accept: 'accepted', return: 'returned', withdraw: 'withdrawn' },
    in_review: { release: 'submitted', accept: 'accepted', return: 'returned', withdraw: 'withdrawn' },
    returned: { send: 'submitted', withdraw: 'withdrawn' },
    accepted: { accept: 'accepted' },
    withdrawn: { send: 'submitted' },
  },
  { begins: ['draft', 'submitted'] },
)
