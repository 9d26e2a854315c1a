// People of a school, their permissions, and the keys that act for them.

import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { accessResource } from './accesses/access.resource.ts'
import { agentResource } from './agent/agent.resource.ts'
import { apiKeyResource } from './api-keys/api-key.resource.ts'
import { builder } from './builder.ts'
import { calendarLinkResource } from './calendars/calendar-link.resource.ts'
import { consentResource } from './consents/consent.resource.ts'
import { usersContract } from './contract.ts'
import { customFieldResource } from './custom-fields/custom-field.resource.ts'
import { dataExportResource } from './data-exports/data-export.resource.ts'
import { effectResource } from './effects/effect.resource.ts'
import { emailChangeResource } from './email-changes/email-change.resource.ts'
import { factsResource } from './facts/facts.resource.ts'
import { groupResource } from './groups/group.resource.ts'
import { identityResource } from './identities/identity.resource.ts'
import { importResource } from './imports/import.resource.ts'
import { leadResource } from './leads/lead.resource.ts'
import { meResource } from './me/me.resource.ts'
import { messengerResource } from './messenger/messenger.resource.ts'
import { personResource } from './people/person.resource.ts'
import { personalDataResource } from './personal-data/personal-data.resource.ts'
import { reactionsResource } from './reactions/reactions.resource.ts'
import { sessionResource } from './sessions/session.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'
import { signInResource } from './sign-in/sign-in.resource.ts'
import { tagResource } from './tags/tag.resource.ts'
import { transferResource } from './transfers/transfer.resource.ts'
import { userResource } from './users/user.resource.ts'

export const usersService = builder.build({
  contract: usersContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [
    customFieldResource,
    tagResource,
    emailChangeResource,
    messengerResource,
    groupResource,
    accessResource,
    importResource,
    effectResource,
    agentResource,
    settingsResource,
    calendarLinkResource,
    userResource,
    meResource,
    apiKeyResource,
    consentResource,
    personResource,
    dataExportResource,
    identityResource,
    sessionResource,
    signInResource,
    transferResource,
    leadResource,
    factsResource,
    personalDataResource,
    reactionsResource,
  ],
  settings: [...mailSettings, siteUrlSetting],
})
