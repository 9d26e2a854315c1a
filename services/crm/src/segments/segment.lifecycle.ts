import { lifecycle } from '@lms/contract'

/**
 * A segment is building after a change of its rule, and in a large school after its creation, until the rule is applied to
 * all people.
 */
export const segmentLifecycle = lifecycle(
  { building: { finish: 'ready' }, ready: { change: 'building' } },
  { begins: ['building', 'ready'] },
)
