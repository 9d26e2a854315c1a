// All data of this service about a person besides the profile. Merges, erasures and exports follow from this list.
import { accessData } from '../../access/accesses/access.data.ts'
import { memberData } from '../../access/groups/member.data.ts'
import { agentAccessData } from '../../agent/access.data.ts'
import { confirmationData, dialogueData } from '../../agent/dialogue.data.ts'
import { keyData } from '../../identity/api-keys/key.data.ts'
import { emailChangeData } from '../../identity/email-changes/change.data.ts'
import { identityData } from '../../identity/identities/identity.data.ts'
import { sessionData } from '../../identity/sessions/session.data.ts'
import { leadData } from '../../people/lead-model/lead.data.ts'
import { tagData } from '../../people/tags/tag.data.ts'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { consentData } from '../consents/consent.data.ts'
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
