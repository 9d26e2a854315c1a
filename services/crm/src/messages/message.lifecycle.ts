import { lifecycle } from '@lms/contract'

/**
 * A message is marked `handing` before it leaves. What a crash finds in this state may have left: it becomes `unknown`, and is
 * never repeated.
 */
export const messageLifecycle = lifecycle({
  queued: { hand: 'handing', skip: 'skipped', remove: 'removed' },
  handing: { accept: 'sent', refuse: 'refused', defer: 'deferred', lose: 'unknown', drop: 'skipped' },
  deferred: { hand: 'handing', skip: 'skipped', remove: 'removed', refuse: 'refused' },
  sent: {},
  refused: {},
  unknown: {},
  skipped: {},
  removed: {},
})
