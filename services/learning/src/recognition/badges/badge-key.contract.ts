import { I, id, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum keys of a school, of which all but one are old. */
export const maxKeys = 100

export const refusals = refuse({
  badge_key_missing: {
    status: 409,
    when: 'the school has signed nothing yet',
    message: 'This school has no key yet: its first certificate makes one. There is nothing to replace.',
  },
  badge_keys_limit_reached: {
    status: 409,
    when: 'the school has the maximum number of keys',
    message: `A school keeps at most ${maxKeys} keys, because old credentials are verified with old ones.`,
  },
})

export const badgeKeyRotation = resource({
  rotate: I('POST /internal/badge-keys', {
    summary: 'Sign the credentials of a school with a new key; old ones stay published',
    callers: ['gateway'],
    operatorRoute: 'POST /operator/v1/schools/{id}/badge-keys',
    permission: null,
    returns: z.object({ id: id('bdk'), created_at: timestamp() }),
    refuses: [refusals.badge_key_missing, refusals.badge_keys_limit_reached],
  }),
})
