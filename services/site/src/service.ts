// The registry of schools and their domains.
import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { builder } from './builder.ts'
import { siteContract } from './contract.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { proveDomainsTask } from './domains/proof.job.ts'
import { redirectHandlers, redirectingHandlers } from './redirects/redirect.handlers.ts'
import { registryHandlers } from './schools/school.handlers.ts'
import { storageSettings } from './storage/settings.ts'
import { visitingHandlers } from './visits/visit.handlers.ts'

export const siteService = builder.build({
  contract: siteContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [domainHandlers, redirectHandlers, redirectingHandlers, registryHandlers, visitingHandlers],
  tasks: [proveDomainsTask],
  settings: [siteUrlSetting, ...storageSettings],
})
