import { achievementResource } from './achievements/achievement.resource.ts'
import { badgeKeyResource } from './badges/badge-key.resource.ts'
import { certificateTemplateResource } from './certificate-templates/certificate-template.resource.ts'
import { certificateResource } from './certificates/certificate.resource.ts'
import { studyImportResource } from './imports/study-import.resource.ts'

export const recognitionResources = [
  certificateTemplateResource,
  certificateResource,
  badgeKeyResource,
  achievementResource,
  studyImportResource,
]
