import { builder } from '../../builder.ts'
import { badgeKeyHandlers } from './badge-key.handlers.ts'
import { sealedBadgeKeys } from './badge-key.ts'
import { renewKeys } from './renew-keys.ts'

export const badgeKeyResource = builder.resource({
  handlers: [badgeKeyHandlers],
  sealed: [sealedBadgeKeys],
  restored: renewKeys,
})
