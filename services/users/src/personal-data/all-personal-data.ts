// All data of this service about a person besides the profile. Merges, erasures and exports follow from this list.
import { accessData } from '../accesses/access.personal-data.ts'
import { agentAccessData } from '../agent/access.personal-data.ts'
import { confirmationData, dialogueData } from '../agent/dialogue.personal-data.ts'
import { keyData } from '../api-keys/key.personal-data.ts'
import { consentData } from '../consents/consent.personal-data.ts'
import { emailChangeData } from '../email-changes/change.personal-data.ts'
import { memberData } from '../groups/member.personal-data.ts'
import { identityData } from '../identities/identity.personal-data.ts'
import { leadData } from '../lead-model/lead.personal-data.ts'
import { sessionData } from '../sessions/session.personal-data.ts'
import { tagData } from '../tags/tag.personal-data.ts'
import type { OwnPersonalData } from '../users/personal-data.ts'
import { exportData } from './export.personal-data.ts'

export const personalData: readonly OwnPersonalData[] = [
  tagData,
  consentData,
  keyData,
  exportData,
  emailChangeData,
  identityData,
  sessionData,
  memberData,
  accessData,
  leadData,
  agentAccessData,
  dialogueData,
  confirmationData,
]
