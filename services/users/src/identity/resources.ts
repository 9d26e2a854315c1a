import { apiKeyResource } from './api-keys/api-key.resource.ts'
import { calendarLinkResource } from './calendars/calendar-link.resource.ts'
import { emailChangeResource } from './email-changes/email-change.resource.ts'
import { identityResource } from './identities/identity.resource.ts'
import { messengerResource } from './messenger/messenger.resource.ts'
import { sessionResource } from './sessions/session.resource.ts'
import { signInResource } from './sign-in/sign-in.resource.ts'

export const identityResources = [
  emailChangeResource,
  messengerResource,
  calendarLinkResource,
  apiKeyResource,
  identityResource,
  sessionResource,
  signInResource,
]
