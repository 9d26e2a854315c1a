// All data of this service about a person besides the profile. Merges, erasures and exports follow from this list.
import { accessData } from '../accesses/access.data.ts'
import { agentAccessData } from '../agent/access.data.ts'
import { confirmationData, dialogueData } from '../agent/dialogue.data.ts'
import { keyData } from '../api-keys/key.data.ts'
import { consentData } from '../consents/consent.data.ts'
import { emailChangeData } from '../email-changes/change.data.ts'
import { memberData } from '../groups/member.data.ts'
import { identityData } from '../identities/identity.data.ts'
import { leadData } from '../lead-model/lead.data.ts'
import { sessionData } from '../sessions/session.data.ts'
import { tagData } from '../tags/tag.data.ts'
import type { OwnPersonalData } from '../users/personal-data.ts'
import { exportData } from './export.data.ts'

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
