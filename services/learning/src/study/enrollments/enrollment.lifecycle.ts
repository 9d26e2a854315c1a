// All moves of an enrollment. The rights to the course in the users service decide most of them.
import { lifecycle } from '@lms/contract'

export const enrollmentLifecycle = lifecycle(
  {
    waiting: { begin: 'active', freeze: 'frozen', suspend: 'suspended', complete: 'completed', end: 'ended' },
    active: { wait: 'waiting', freeze: 'frozen', suspend: 'suspended', complete: 'completed', end: 'ended' },
    frozen: {
      wait: 'waiting',
      unfreeze: 'active',
      suspend: 'suspended',
      complete: 'completed',
      end: 'ended',
    },
    suspended: { wait: 'waiting', resume: 'active', freeze: 'frozen', complete: 'completed', end: 'ended' },
    completed: { wait: 'waiting', repeat: 'active', freeze: 'frozen', suspend: 'suspended', end: 'ended' },
    ended: { wait: 'waiting', resume: 'active', freeze: 'frozen', complete: 'completed' },
  },
  // The rights decide in which state a study begins.
  { begins: ['waiting', 'active', 'frozen', 'suspended'] },
)
export type EnrollmentStatus = (typeof enrollmentLifecycle.states)[number]
