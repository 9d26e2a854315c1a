import { builder } from '../../builder.ts'
import { consentInternalHandlers } from './confirmation.handlers.ts'
import { askForConsentCall, lapseConsentTask } from './confirmation.task.ts'
import { consentHandlers } from './consent.handlers.ts'
import { consentDirectoryHandlers } from './directory.handlers.ts'

export const consentResource = builder.resource({
  handlers: [consentHandlers, consentDirectoryHandlers, consentInternalHandlers],
  tasks: [askForConsentCall, lapseConsentTask],
})
