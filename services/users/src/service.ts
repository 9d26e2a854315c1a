// People of a school, their permissions, and the keys that act for them.

import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { accessResources } from './access/resources.ts'
import { agentResource } from './agent/agent.resource.ts'
import { builder } from './builder.ts'
import { usersContract } from './contract.ts'
import { identityResources } from './identity/resources.ts'
import { peopleResources } from './people/resources.ts'
import { privacyResources } from './privacy/resources.ts'
import { reactionsResource } from './reactions/reactions.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'

export const usersService = builder.build({
  contract: usersContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [
    peopleResources,
    accessResources,
    identityResources,
    privacyResources,
    agentResource,
    settingsResource,
    reactionsResource,
  ],
  settings: [...mailSettings, siteUrlSetting],
})
