import { Refused } from '@lms/contract'
import { builder } from '../../builder.ts'
import { badgeKeyRotation, maxKeys, refusals } from './badge-key.contract.ts'
import { newBadgeKey } from './badge-key.ts'

export const badgeKeyHandlers = builder.implement(badgeKeyRotation, {
  rotate: async ({ work, now, runtime }, { badgeKeys }) => {
    // Made before anything is locked: it takes a tenth of a second.
    const key = await newBadgeKey(work.school, runtime.vault)
    const last = await badgeKeys.lockLast()
    if (!last) throw new Refused(refusals.badge_key_missing)
    if (last.number >= maxKeys) throw new Refused(refusals.badge_keys_limit_reached)
    badgeKeys.keep(key, last.number + 1)
    return { id: key.id, created_at: now }
  },
})
