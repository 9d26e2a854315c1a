// Rotations end by the clock: senders notice it at once, the row follows here.
import { type Runtime, scheduled, step } from '@lms/service-host'

/** Replaces the old secret by the new one when a rotation has ended. */
export const settleRotations = ({ system, clock }: Pick<Runtime, 'system' | 'clock'>): Promise<unknown> =>
  system.run([
    step(
      `update webhooks.subscriptions set secret = next_secret, next_secret = null, rotation_ends_at = null,
         version = version + 1, updated_at = $1
       where ctid = any(array(
         select s.ctid from webhooks.subscriptions s where s.rotation_ends_at <= $1 for update skip locked))`,
      [clock.now().toISOString()],
    ),
  ])

export const settleRotationsTask = scheduled('settle-rotations', '* * * * *', settleRotations)
