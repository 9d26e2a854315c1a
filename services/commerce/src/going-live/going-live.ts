// Going live: the decision of the owner, once and for all. A return to test mode would give real access for test cards to
// whoever buys meanwhile.
import { common, Refused, settingsRefusals } from '@lms/contract'
import { enqueue, type SettingsChange, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'
import type { CommerceSettings } from '../settings/commerce-settings.ts'

/**
 * Ends the test sales of a school that has gone live, one payment after the other. Test orders that somebody still holds
 * while the school goes live are found, too: what they would pay is refused from then on.
 */
export const endTestSales = task('end-test-sales', {
  payload: z.object({}),
  state: z.object({}),
  counted: false,
})

/** Refuses a change of the mode that is not the owner's, or back to test mode. Test sales end after going live. */
export function changing({ before, after, role }: SettingsChange<CommerceSettings>, work: UnitOfWork): void {
  if (before.sales.mode === after.sales.mode) return
  if (role !== 'owner')
    throw new Refused(common.permission_missing, 'Only the owner of the school decides to go live.')
  if (before.sales.mode === 'live') {
    const message = 'a live school does not return to test mode; try sales out in another school'
    throw new Refused(settingsRefusals.settings_invalid, undefined, {
      details: [{ path: 'body.values.sales.mode', message }],
    })
  }
  enqueue(work, endTestSales, {})
}
