import { builder } from '../../builder.ts'
import { identityHandlers } from './identity.handlers.ts'
import { messengerDirectoryHandlers } from './messenger-directory.handlers.ts'

export const identityResource = builder.resource({
  handlers: [identityHandlers, messengerDirectoryHandlers],
})
