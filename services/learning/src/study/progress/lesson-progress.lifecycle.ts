import { lifecycle } from '@lms/contract'

/** What is completed stays so, whatever happens to the lesson; only a person takes it back. */
export const lessonProgressLifecycle = lifecycle(
  { started: { complete: 'completed' }, completed: { undo: 'started' } },
  { begins: ['started'] },
)
