// People of a school, their permissions, and the keys that act for them.
import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { FollowedOrderEntity, OrderPlaceEntity } from './accesses/access.entity.ts'
import { accessHandlers } from './accesses/access.handlers.ts'
import { courseFreezeHandlers } from './accesses/course-freeze.handlers.ts'
import { expireAccessTask } from './accesses/expire.run.ts'
import { syncGroupAccessTask } from './accesses/group-access.run.ts'
import { endPlacesTask } from './accesses/group-seats.ts'
import { RightChangeEntity } from './accesses/right-change.entity.ts'
import { rightChangeHandlers } from './accesses/right-change.handlers.ts'
import { subscriptionAccessHandlers } from './accesses/subscription-access.handlers.ts'
import { agentAccessHandlers } from './agent/access.handlers.ts'
import { confirmationHandlers } from './agent/confirmation.handlers.ts'
import { lapseConfirmationTask, makeConfirmedCall } from './agent/confirmation.task.ts'
import { gatewaySetting } from './agent/door.ts'
import { mcpInternalHandlers } from './agent/mcp.handlers.ts'
import { chatHandlers } from './agent/message.handlers.ts'
import { modelSettings } from './agent/models.ts'
import { agentTraceHandlers } from './agent/trace.handlers.ts'
import { AgentTokensEntity, AgentTurnEntity, TurnStore } from './agent/turn.store.ts'
import { countingAt, keyHandlers, keyInternalHandlers } from './api-keys/key.handlers.ts'
import { builder } from './builder.ts'
import { CalendarLinkEntity } from './calendars/calendar-link.store.ts'
import { consentInternalHandlers } from './consents/confirmation.handlers.ts'
import { askForConsentCall, lapseConsentTask } from './consents/confirmation.task.ts'
import { consentHandlers } from './consents/consent.handlers.ts'
import { consentDirectoryHandlers } from './consents/directory.handlers.ts'
import { usersContract } from './contract.ts'
import { FieldValueEntity } from './custom-fields/field.entity.ts'
import { fieldHandlers } from './custom-fields/field.handlers.ts'
import { knownFieldHandlers } from './custom-fields/known-fields.handlers.ts'
import { dataExportHandlers, fileOfExport, waitingExports } from './data-exports/export.handlers.ts'
import { buildExportTask, removeExportTask } from './data-exports/export.run.ts'
import { effectHandlers } from './effects/effect.handlers.ts'
import { EffectEntity } from './effects/effect.store.ts'
import { EmailChangeEntity, RecentMailEntity } from './email-changes/change.entity.ts'
import { emailInternalHandlers } from './email-changes/change.handlers.ts'
import { confirmationsTask, removeConfirmations } from './email-changes/change-job.ts'
import { userFactsHandlers } from './facts/facts.handlers.ts'
import { tellFlowCall } from './groups/announce-flow.run.ts'
import { groupHandlers } from './groups/group.handlers.ts'
import { GroupChangeEntity } from './groups/group-people.entity.ts'
import { groupPeopleHandlers } from './groups/group-people.handlers.ts'
import { memberHandlers } from './groups/member.handlers.ts'
import { membershipHandlers } from './groups/membership.handlers.ts'
import { identityHandlers } from './identities/identity.handlers.ts'
import { messengerDirectoryHandlers } from './identities/messenger-directory.handlers.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { ImportNoteEntity } from './imports/note.entity.ts'
import { leadHandlers } from './leads/lead.handlers.ts'
import { meHandlers } from './me/me.handlers.ts'
import { MessengerEntity, sealedMessengers, UsedSignatureEntity } from './messenger/messenger.entity.ts'
import { messengerInternalHandlers } from './messenger/messenger.handlers.ts'
import { personHandlers } from './people/person.handlers.ts'
import { personalData } from './personal-data/all-personal-data.ts'
import { onOrderCanceled, onOrderPaid, onOrderRefunded } from './reactions/orders.ts'
import { onUserAnonymized, onUserDeleted } from './reactions/removed-people.ts'
import { sessionHandlers, sessionInternalHandlers } from './sessions/session.handlers.ts'
import { usersSecrets } from './settings/secrets.ts'
import { removeSignIns } from './sign-in/remove-sign-ins-job.ts'
import { signInHandlers } from './sign-in/sign-in.handlers.ts'
import { leaveTagTask } from './tags/remove-tag.run.ts'
import { TagCountEntity, TagRemovalEntity, UserTagEntity } from './tags/tag.entity.ts'
import { personTagHandlers, tagHandlers } from './tags/tag.handlers.ts'
import { tagPeopleHandlers } from './tags/tag-people.handlers.ts'
import { transferHandlers } from './transfers/transfer.handlers.ts'
import { peopleHandlers, userHandlers } from './users/user.handlers.ts'

export const usersService = builder.build({
  contract: usersContract,
  entities: [
    FieldValueEntity,
    UserTagEntity,
    TagCountEntity,
    TagRemovalEntity,
    EmailChangeEntity,
    RecentMailEntity,
    MessengerEntity,
    UsedSignatureEntity,
    GroupChangeEntity,
    RightChangeEntity,
    FollowedOrderEntity,
    OrderPlaceEntity,
    ImportNoteEntity,
    EffectEntity,
    AgentTurnEntity,
    AgentTokensEntity,
    usersSecrets.entity,
    CalendarLinkEntity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  usage: { agent_tokens: (work, { day }) => new TurnStore(work).tokensOf(day) },
  resources: [
    userHandlers,
    meHandlers,
    keyHandlers,
    fieldHandlers,
    knownFieldHandlers,
    tagHandlers,
    personTagHandlers,
    consentHandlers,
    consentDirectoryHandlers,
    personHandlers,
    dataExportHandlers,
    identityHandlers,
    messengerDirectoryHandlers,
    sessionHandlers,
    signInHandlers,
    groupHandlers,
    groupPeopleHandlers,
    membershipHandlers,
    tagPeopleHandlers,
    memberHandlers,
    transferHandlers,
    accessHandlers,
    rightChangeHandlers,
    courseFreezeHandlers,
    peopleHandlers,
    keyInternalHandlers,
    sessionInternalHandlers,
    messengerInternalHandlers,
    emailInternalHandlers,
    consentInternalHandlers,
    subscriptionAccessHandlers,
    leadHandlers,
    importHandlers,
    userFactsHandlers,
    effectHandlers,
    agentAccessHandlers,
    agentTraceHandlers,
    confirmationHandlers,
    chatHandlers,
    mcpInternalHandlers,
  ],
  personalData,
  reactions: [onOrderPaid, onOrderCanceled, onOrderRefunded, onUserDeleted, onUserAnonymized],
  sealed: [usersSecrets.sealed, sealedMessengers],
  tasks: [
    leaveTagTask,
    buildExportTask(),
    removeExportTask,
    expireAccessTask,
    endPlacesTask,
    syncGroupAccessTask,
    tellFlowCall,
    confirmationsTask,
    removeConfirmations,
    removeSignIns,
    askForConsentCall,
    lapseConsentTask,
    lapseConfirmationTask,
    makeConfirmedCall,
  ],
  settings: [...mailSettings, siteUrlSetting, gatewaySetting, ...modelSettings],
  used: {
    agent_accesses_limit_reached: ({ agentAccesses }, most) => agentAccesses.standing(most),
    confirmations_limit_reached: ({ agentConfirmations }, most) => agentConfirmations.standing(most),
    dialogues_limit_reached: ({ agentMessages }, most) => agentMessages.standing(most),
    groups_limit_reached: ({ groups }, most) => groups.standing(most),
    keys_limit_reached: ({ keys }, most, now) => keys.standing(most, countingAt(now)),
    too_many_exports: ({ dataExports }, most) => dataExports.standing(most, waitingExports),
  },
  restored: () => [
    'API keys: issue a first one, which makes the others (lms key issue)',
    'sessions: people sign in again',
    'the messenger’s bot, if the school had one (lms school messenger)',
  ],
  files: { job: fileOfExport },
  objects: {
    grp: (ids, { groups }) => groups.many(ids),
    tag: (ids, { tags }) => tags.many(ids),
    usr: (ids, { users }) => users.many(ids),
  },
  naming: {
    crs: async (id, { accesses, groups }) =>
      (await Promise.all([groups.naming(id), accesses.naming(id)])).flat(),
  },
})
