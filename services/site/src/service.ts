// The registry of schools and their domains.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { artifactResource } from './artifacts/artifact.resource.ts'
import { builder } from './builder.ts'
import { siteContract } from './contract.ts'
import { domainCheckResource } from './domain-checks/domain-check.resource.ts'
import { domainResource } from './domains/domain.resource.ts'
import { erasingResource } from './erasing/erasing.resource.ts'
import { fileResource } from './files/file.resource.ts'
import { keepFilesUsedBy } from './files/file-use.ts'
import { fileUses } from './files/file-uses.ts'
import { formResource } from './forms/form.resource.ts'
import { pageResource } from './pages/page.resource.ts'
import { redirectResource } from './redirects/redirect.resource.ts'
import { restoringResource } from './restoring/restoring.resource.ts'
import { schoolResource } from './schools/school.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'
import { storageResource } from './storage/storage.resource.ts'
import { submissionResource } from './submissions/submission.resource.ts'
import { visitResource } from './visits/visit.resource.ts'

keepFilesUsedBy(fileUses)

export const siteService = builder.build({
  contract: siteContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    fileResource,
    domainResource,
    redirectResource,
    schoolResource,
    artifactResource,
    restoringResource,
    erasingResource,
    formResource,
    submissionResource,
    visitResource,
    pageResource,
    domainCheckResource,
    settingsResource,
    storageResource,
  ],
  settings: [siteUrlSetting],
})
