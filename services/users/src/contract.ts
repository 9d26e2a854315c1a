// The public declaration of this service.
import { contract, groupPeople } from '@lms/contract'
import { accesses } from './access/accesses/access.contract.ts'
import { courseFreezes } from './access/accesses/course-freeze.contract.ts'
import { courseRights } from './access/accesses/right-change.contract.ts'
import { subscriptionAccesses } from './access/accesses/subscription-access.contract.ts'
import { curatorScopes } from './access/curators/curator-scope.contract.ts'
import { groups } from './access/groups/group.contract.ts'
import { members } from './access/groups/member.contract.ts'
import { memberships } from './access/groups/membership.contract.ts'
import { transfers } from './access/transfers/transfer.contract.ts'
import { agentAccess } from './agent/access.contract.ts'
import { agentConfirmations } from './agent/confirmation.contract.ts'
import { mcpInternalApi } from './agent/mcp.contract.ts'
import { agentChat } from './agent/message.contract.ts'
import { agentTraces } from './agent/trace.contract.ts'
import { apiKeys, keyInternalApi } from './identity/api-keys/key.contract.ts'
import { emailInternalApi } from './identity/email-changes/change.contract.ts'
import { identities } from './identity/identities/identity.contract.ts'
import { messengerDirectory } from './identity/identities/messenger-directory.contract.ts'
import { messengerInternalApi } from './identity/messenger/messenger.contract.ts'
import { sessionInternalApi, sessions } from './identity/sessions/session.contract.ts'
import { auth } from './identity/sign-in/sign-in.contract.ts'
import { customFields } from './people/custom-fields/field.contract.ts'
import { knownFields } from './people/custom-fields/known-fields.contract.ts'
import { effects } from './people/effects/effect.contract.ts'
import { userFacts } from './people/facts/facts.contract.ts'
import { peopleImports } from './people/imports/import.contract.ts'
import { leads } from './people/lead-model/lead.contract.ts'
import { me } from './people/me/me.contract.ts'
import { persons } from './people/persons/person.contract.ts'
import { personTags, tags } from './people/tags/tag.contract.ts'
import { tagPeople } from './people/tags/tag-people.contract.ts'
import { people, users } from './people/users/user.contract.ts'
import { consentInternalApi } from './privacy/consents/confirmation.contract.ts'
import { consents } from './privacy/consents/consent.contract.ts'
import { consentDirectory } from './privacy/consents/directory.contract.ts'
import { dataExports } from './privacy/data-exports/export.contract.ts'
import { UsersSettings } from './settings/users-settings.ts'

export {
  Access,
  accessChanged,
  accessExpired,
  accessGranted,
  accessRevoked,
} from './access/accesses/access.contract.ts'
export { courseFreezes } from './access/accesses/course-freeze.contract.ts'
export { courseRights, type RightChange } from './access/accesses/right-change.contract.ts'
export { subscriptionAccesses } from './access/accesses/subscription-access.contract.ts'
export { curatorScopes } from './access/curators/curator-scope.contract.ts'
export { Group } from './access/groups/group.contract.ts'
export { groupJoined, groupLeft, Member } from './access/groups/member.contract.ts'
export { memberships } from './access/groups/membership.contract.ts'
export { groupTransferred, Transfer } from './access/transfers/transfer.contract.ts'
export { callDigest } from './agent/call-digest.ts'
export { maxMcpBytes, mcpInternalApi } from './agent/mcp.contract.ts'
export { agentTraces, TracedConfirmation } from './agent/trace.contract.ts'
export { keyInternalApi, type ResolvedKey } from './identity/api-keys/key.contract.ts'
export { keyHash } from './identity/api-keys/key.rules.ts'
export {
  consentPageRefusals,
  emailPageRefusals,
} from './identity/confirmation-pages/confirmation.words.ts'

import { usersNotifications } from './notifications.ts'

export { emailInternalApi } from './identity/email-changes/change.contract.ts'
export { messengerDirectory } from './identity/identities/messenger-directory.contract.ts'
export { messengerInternalApi } from './identity/messenger/messenger.contract.ts'
export { sessionInternalApi } from './identity/sessions/session.contract.ts'
export { userSignedIn } from './identity/sign-in/sign-in.contract.ts'
export { type FieldKind, knownFields } from './people/custom-fields/known-fields.contract.ts'
export { Effect, EffectResult, effects, maxEffects } from './people/effects/effect.contract.ts'
export { maxPeopleOfFacts, UserFacts, userFacts } from './people/facts/facts.contract.ts'
export {
  type ImportField,
  importFieldNames,
  importFields,
  maxImportRows,
  onMatch,
  peopleImports,
  saleFields,
  studyFields,
} from './people/imports/import.contract.ts'
export { leadEffects, leads } from './people/lead-model/lead.contract.ts'
export { userMerged } from './people/persons/person.contract.ts'
export { PersonTag, Tag, userTagAdded, userTagRemoved } from './people/tags/tag.contract.ts'
export { tagPeople } from './people/tags/tag-people.contract.ts'
export {
  people,
  User,
  userAnonymized,
  userCreated,
  userDeleted,
  userUpdated,
} from './people/users/user.contract.ts'
export { consentInternalApi } from './privacy/consents/confirmation.contract.ts'
export { Consent, consentChannels, userConsentChanged } from './privacy/consents/consent.contract.ts'
export { consentDirectory } from './privacy/consents/directory.contract.ts'
export { roleRights } from './roles.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  references: { owns: ['grp', 'tag', 'usr'], names: ['crs'], files: ['job'] },
  settings: UsersSettings,
  notifications: usersNotifications,
  resources: {
    users,
    me,
    apiKeys,
    customFields,
    tags,
    personTags,
    consents,
    persons,
    dataExports,
    identities,
    sessions,
    auth,
    groups,
    members,
    transfers,
    accesses,
    agentAccess,
    agentChat,
    agentConfirmations,
  },
  internal: {
    messengerDirectory,
    people,
    groupPeople,
    curatorScopes,
    memberships,
    tagPeople,
    keyInternalApi,
    sessionInternalApi,
    messengerInternalApi,
    emailInternalApi,
    consentInternalApi,
    subscriptionAccesses,
    consentDirectory,
    courseRights,
    courseFreezes,
    leads,
    peopleImports,
    userFacts,
    knownFields,
    mcpInternalApi,
    agentTraces,
    effects,
  },
})
