// A promo code as a person enters it: the reads that the rules need.
import type { Work } from '@lms/service-host'
import { memberships } from '@lms/users/contract'
import type { Stores } from '../../builder.ts'
import type { Entry } from './discount.rules.ts'

export interface Entered {
  /** As a body gives it (`enteredCode`); null or absent for none. */
  promo_code?: string | null | undefined
  user_id: string | null
  /** The order that the code is for; its own use does not count. */
  orderId?: string | null
}

/**
 * The code and the person's past with it, in one round trip, which other reads share; null without a code. A code for
 * members of groups also asks the users service: call it before anything is locked.
 */
export async function entryOf(
  { promo_code = null, user_id, orderId = null }: Entered,
  { runtime, work }: Pick<Work, 'runtime' | 'work'>,
  { promoCodes }: Pick<Stores, 'promoCodes'>,
): Promise<Entry | null> {
  if (promo_code === null) return null
  const match = await promoCodes.entered(promo_code, user_id, orderId)
  if (!match) return { code: null, usage: null }
  const { code, usage } = match
  if (!usage || code.group_ids.length === 0) return { code, usage: usage && { ...usage, groups: [] } }
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { group_ids } = await runtime
    .client('users', { memberships }, scope)
    .memberships.among({ body: { user_id: user_id as never, group_ids: code.group_ids } })
  return { code, usage: { ...usage, groups: group_ids } }
}
