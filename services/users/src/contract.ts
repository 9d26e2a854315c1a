// The public declaration of this service.
import { contract, groupPeople } from '@lms/contract'
import { accesses } from './accesses/access.contract.ts'
import { courseFreezes } from './accesses/course-freeze.contract.ts'
import { courseRights } from './accesses/right-change.contract.ts'
import { subscriptionAccesses } from './accesses/subscription-access.contract.ts'
import { agentAccess } from './agent/access.contract.ts'
import { agentConfirmations } from './agent/confirmation.contract.ts'
import { mcpInternalApi } from './agent/mcp.contract.ts'
import { agentChat } from './agent/message.contract.ts'
import { agentTraces } from './agent/trace.contract.ts'
import { apiKeys, keyInternalApi } from './api-keys/key.contract.ts'
import { consentInternalApi } from './consents/confirmation.contract.ts'
import { consents } from './consents/consent.contract.ts'
import { consentDirectory } from './consents/directory.contract.ts'
import { customFields } from './custom-fields/field.contract.ts'
import { knownFields } from './custom-fields/known-fields.contract.ts'
import { dataExports } from './data-exports/export.contract.ts'
import { effects } from './effects/effect.contract.ts'
import { emailInternalApi } from './email-changes/change.contract.ts'
import { userFacts } from './facts/facts.contract.ts'
import { groups } from './groups/group.contract.ts'
import { members } from './groups/member.contract.ts'
import { memberships } from './groups/membership.contract.ts'
import { identities } from './identities/identity.contract.ts'
import { messengerDirectory } from './identities/messenger-directory.contract.ts'
import { peopleImports } from './imports/import.contract.ts'
import { leads } from './lead-model/lead.contract.ts'
import { me } from './me/me.contract.ts'
import { messengerInternalApi } from './messenger/messenger.contract.ts'
import { persons } from './people/person.contract.ts'
import { sessionInternalApi, sessions } from './sessions/session.contract.ts'
import { UsersSettings } from './settings/users-settings.ts'
import { auth } from './sign-in/sign-in.contract.ts'
import { personTags, tags } from './tags/tag.contract.ts'
import { tagPeople } from './tags/tag-people.contract.ts'
import { transfers } from './transfers/transfer.contract.ts'
import { people, users } from './users/user.contract.ts'

export {
  Access,
  accessChanged,
  accessExpired,
  accessGranted,
  accessRevoked,
} from './accesses/access.contract.ts'
export { courseFreezes } from './accesses/course-freeze.contract.ts'
export { courseRights, type RightChange } from './accesses/right-change.contract.ts'
export { subscriptionAccesses } from './accesses/subscription-access.contract.ts'
export { callDigest } from './agent/call-digest.ts'
export { maxMcpBytes, mcpInternalApi } from './agent/mcp.contract.ts'
export { agentTraces, TracedConfirmation } from './agent/trace.contract.ts'
export { keyInternalApi, type ResolvedKey } from './api-keys/key.contract.ts'
export { keyHash } from './api-keys/key.rules.ts'
export {
  consentPageRefusals,
  emailPageRefusals,
} from './confirmation-pages/confirmation.words.ts'
export { consentInternalApi } from './consents/confirmation.contract.ts'
export { Consent, consentChannels, userConsentChanged } from './consents/consent.contract.ts'
export { consentDirectory } from './consents/directory.contract.ts'
export { type FieldKind, knownFields } from './custom-fields/known-fields.contract.ts'
export { Effect, EffectResult, effects, maxEffects } from './effects/effect.contract.ts'
export { emailInternalApi } from './email-changes/change.contract.ts'
export { maxPeopleOfFacts, UserFacts, userFacts } from './facts/facts.contract.ts'
export { Group } from './groups/group.contract.ts'
export { groupJoined, groupLeft, Member } from './groups/member.contract.ts'
export { memberships } from './groups/membership.contract.ts'
export { messengerDirectory } from './identities/messenger-directory.contract.ts'
export { importFields, maxImportRows, onMatch, peopleImports } from './imports/import.contract.ts'
export { leadEffects, leads } from './lead-model/lead.contract.ts'
export { messengerInternalApi } from './messenger/messenger.contract.ts'
export { userMerged } from './people/person.contract.ts'
export { roleRights } from './roles.ts'
export { sessionInternalApi } from './sessions/session.contract.ts'
export { userSignedIn } from './sign-in/sign-in.contract.ts'
export { PersonTag, Tag, userTagAdded, userTagRemoved } from './tags/tag.contract.ts'
export { tagPeople } from './tags/tag-people.contract.ts'
export { groupTransferred, Transfer } from './transfers/transfer.contract.ts'
export { people, User, userAnonymized, userCreated, userDeleted, userUpdated } from './users/user.contract.ts'

export const usersContract = contract({
  service: 'users',
  area: 'Users and access',
  references: { owns: ['grp', 'tag', 'usr'], names: ['crs'], files: ['job'] },
  settings: UsersSettings,
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
