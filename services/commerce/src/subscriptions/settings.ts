// A school's rules for its subscriptions.
import type { Stores } from '../builder.ts'
import type { CommerceSettings } from '../settings/commerce-settings.ts'

export type SubscriptionSettings = CommerceSettings['subscriptions']

export const settingsOf = async ({ settings }: Stores): Promise<SubscriptionSettings> =>
  (await settings.get()).subscriptions
