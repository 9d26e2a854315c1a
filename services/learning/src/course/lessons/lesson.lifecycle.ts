import { lifecycle } from '@lms/contract'

/** Students see a published lesson of a published course. */
export const lessonLifecycle = lifecycle(
  { draft: { publish: 'published' }, published: { withdraw: 'draft' } },
  { begins: ['draft', 'published'] },
)
