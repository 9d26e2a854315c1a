import { consentResource } from './consents/consent.resource.ts'
import { dataExportResource } from './data-exports/data-export.resource.ts'
import { personalDataResource } from './personal-data/personal-data.resource.ts'

export const privacyResources = [consentResource, dataExportResource, personalDataResource]
