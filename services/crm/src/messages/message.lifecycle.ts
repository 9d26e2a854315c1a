import { lifecycle } from '@lms/contract'

/**
 * A message is marked `sending` before it leaves. What a crash finds in this state may have left: it becomes `unknown`, and is
 * never repeated.
 */
export const messageLifecycle = lifecycle({
  queued: { hand: 'sending', skip: 'skipped', remove: 'removed' },
  sending: { accept: 'sent', refuse: 'refused', defer: 'deferred', lose: 'unknown', drop: 'skipped' },
  deferred: { hand: 'sending', skip: 'skipped', remove: 'removed', refuse: 'refused' },
  sent: {},
  refused: {},
  unknown: {},
  skipped: {},
  removed: {},
})
