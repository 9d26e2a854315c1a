import { lifecycle } from '@lms/contract'

/** A note holds until another one corrects it, or it is taken back. */
export const noteLifecycle = lifecycle({
  active: { replace: 'replaced', withdraw: 'withdrawn' },
  replaced: {},
  withdrawn: {},
})
