// Going live: the decision of the owner, once and for all. A return to test mode would give real access for test cards to
// whoever buys meanwhile.
import { common, Refused, settingsRefusals } from '@lms/contract'
import { enqueue, type SettingsChange, type UnitOfWork } from '@lms/service-host'
import type { CommerceSettings } from './commerce-settings.ts'
import { endTestSales } from './going-live.task.ts'

/** Refuses a change of the mode that is not the owner's, or back to test mode. Test sales end after going live. */
export function changing({ before, after, role }: SettingsChange<CommerceSettings>, work: UnitOfWork): void {
  if (before.sales.mode === after.sales.mode) return
  if (role !== 'owner')
    throw new Refused(common.permission_missing, 'Only the owner of the school decides to go live.')
  if (before.sales.mode === 'live') {
    const message = 'a live school does not return to test mode; try sales out in another school'
    throw new Refused(settingsRefusals.settings_unfit, undefined, {
      details: [{ path: 'body.values.sales.mode', message }],
    })
  }
  enqueue(work, endTestSales, {})
}
