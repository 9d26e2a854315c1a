import { lifecycle } from '@lms/contract'

/** The school looks at a review before others read it, and again after the author has edited it. */
export const reviewLifecycle = lifecycle(
  {
    pending: { publish: 'published', reject: 'rejected' },
    published: { reject: 'rejected', edit: 'pending' },
    rejected: { publish: 'published', edit: 'pending' },
  },
  { begins: ['pending'] },
)
