import { lifecycle } from '@lms/contract'

/** A course is prepared, taught, and finally archived: its people keep what they have, and nobody new begins. */
export const courseLifecycle = lifecycle({
  draft: { publish: 'published' },
  published: { withdraw: 'draft', archive: 'archived' },
  archived: {},
})
