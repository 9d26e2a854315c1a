// A school's rules for its subscriptions.
import type { Stores } from '../builder.ts'
import type { CommerceSettings } from '../settings/commerce-settings.ts'

export interface SubscriptionSettings extends Readonly<CommerceSettings['subscriptions']> {
  /** That of the school: the periods of new subscriptions end in it at the same time of day and on the same day of the month. */
  readonly time_zone: string
}

export async function settingsOf({ settings, school }: Stores): Promise<SubscriptionSettings> {
  const [{ subscriptions }, { time_zone }] = await Promise.all([settings.get(), school.get()])
  return { ...subscriptions, time_zone }
}
