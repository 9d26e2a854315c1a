// CRM, segments, messages.
import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { actionHandlers } from './actions/action.handlers.ts'
import { ActionEntity } from './actions/action.store.ts'
import { outcomeHandlers } from './actions/outcome.handlers.ts'
import { renderingHandlers } from './actions/render.handlers.ts'
import { builder, type Stores } from './builder.ts'
import { bulkResultsOfPerson } from './bulk/bulk.data.ts'
import { bulkHandlers } from './bulk/bulk.handlers.ts'
import { runBulkTask } from './bulk/bulk.run.ts'
import { BulkPersonEntity } from './bulk/bulk.store.ts'
import { campaignHandlers, campaignStatHandlers } from './campaigns/campaign.handlers.ts'
import { crmContract } from './contract.ts'
import { handOverCall, sendShardCall } from './dispatch/dispatch.run.ts'
import { RateEntity } from './dispatch/rates.ts'
import { unsubscribingHandlers } from './dispatch/unsubscribing.handlers.ts'
import { factsOfPerson } from './facts/fact.data.ts'
import { factEntities, keepPartitions } from './facts/fact.entity.ts'
import { connectBotTask } from './inbound/connect.run.ts'
import { inboundHandlers } from './inbound/inbound.handlers.ts'
import { mailingHandlers } from './mailings/mailing.handlers.ts'
import { messagesOfPerson } from './messages/message.data.ts'
import { messageHandlers } from './messages/message.handlers.ts'
import { notesAboutPerson, notesByPerson } from './notes/note.data.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { onNoticeEvents, tellFlowCall } from './notices/follow.ts'
import { onConsentsConfirmed } from './preferences/confirmed-consents.ts'
import { preferencesOfPerson } from './preferences/preferences.data.ts'
import { preferencesHandlers } from './preferences/preferences.handlers.ts'
import { renewConsentsTask, withdrawConsentsTask } from './preferences/withdraw.run.ts'
import { audienceHandlers } from './segments/audience.ts'
import { entriesHandlers } from './segments/entries.ts'
import {
  buildSegmentTask,
  checkPersonTask,
  clearGenerationTask,
  forgetMovesTask,
  onPersonEvents,
  wakeDueTask,
} from './segments/follow.run.ts'
import { SegmentCheckEntity, SegmentMoveEntity } from './segments/member.store.ts'
import { movesHandlers } from './segments/moves.ts'
import { rebuildFactsTask, rebuildHandlers } from './segments/rebuild.run.ts'
import { membershipsOfPerson } from './segments/segment.data.ts'
import { fieldUseHandlers, segmentHandlers, segmentMemberHandlers } from './segments/segment.handlers.ts'
import { SegmentReadEntity } from './segments/segment.store.ts'
import { upToDateHandlers } from './segments/up-to-date.ts'
import { beginSendingTask, clearQueueTask } from './sendings/begin.run.ts'
import { crmSecrets } from './settings/secrets.ts'
import { hashAgain } from './suppressions/restore-suppressions.ts'
import { suppressionsOfPerson } from './suppressions/suppression.data.ts'
import { suppressionHandlers } from './suppressions/suppression.handlers.ts'
import { unownedSuppressionHandlers } from './suppressions/unowned.handlers.ts'
import { remindAssigneeTask } from './tasks/reminder.run.ts'
import { assignedTasksOfPerson, createdTasksOfPerson, tasksAboutPerson } from './tasks/task.data.ts'
import { open, taskHandlers } from './tasks/task.handlers.ts'
import { templateHandlers } from './templates/template.handlers.ts'
import { judgeHitsTask } from './tracking/judge.run.ts'
import { LinkTargetEntity, MessageHitEntity } from './tracking/tracking.entity.ts'
import { trackingHandlers } from './tracking/tracking.handlers.ts'
import { transportSettings } from './transports/settings.ts'

export const crmService = builder.build({
  contract: crmContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  settings: [...mailSettings, siteUrlSetting, ...transportSettings],
  keepsPeople: true,
  used: {
    bulk_actions_limit_reached: ({ bulkActions }, most) => bulkActions.standing(most),
    campaigns_limit_reached: ({ campaigns }, most) => campaigns.standing(most),
    mailings_limit_reached: ({ mailings }, most) => mailings.standing(most),
    open_tasks_limit_reached: ({ tasks }, most) => tasks.standing(most, open),
    segments_limit_reached: ({ segments }, most) => segments.standing(most),
    templates_limit_reached: ({ messageTemplates }, most) => messageTemplates.standing(most),
  },
  entities: [
    ...factEntities,
    SegmentReadEntity,
    SegmentCheckEntity,
    SegmentMoveEntity,
    LinkTargetEntity,
    MessageHitEntity,
    BulkPersonEntity,
    ActionEntity,
    crmSecrets.entity,
    RateEntity,
  ],
  batchReactions: [onPersonEvents, onNoticeEvents, onConsentsConfirmed],
  personalData: [
    notesAboutPerson,
    notesByPerson,
    tasksAboutPerson,
    assignedTasksOfPerson,
    createdTasksOfPerson,
    preferencesOfPerson,
    suppressionsOfPerson,
    messagesOfPerson,
    factsOfPerson,
    membershipsOfPerson,
    bulkResultsOfPerson,
  ],
  sealed: [crmSecrets.sealed],
  tasks: [
    remindAssigneeTask,
    withdrawConsentsTask,
    renewConsentsTask,
    handOverCall,
    rebuildFactsTask,
    keepPartitions,
    checkPersonTask,
    buildSegmentTask,
    clearGenerationTask,
    wakeDueTask,
    forgetMovesTask,
    beginSendingTask,
    sendShardCall,
    clearQueueTask,
    judgeHitsTask,
    runBulkTask,
    tellFlowCall,
    connectBotTask,
  ],
  objects: {
    mlg: (ids, { mailings }) => mailings.many(ids),
    seg: (ids, { segments }) => segments.many(ids),
    tpl: (ids, { messageTemplates }) => messageTemplates.many(ids),
  },
  resources: [
    noteHandlers,
    taskHandlers,
    templateHandlers,
    preferencesHandlers,
    suppressionHandlers,
    unownedSuppressionHandlers,
    messageHandlers,
    mailingHandlers,
    campaignHandlers,
    campaignStatHandlers,
    trackingHandlers,
    bulkHandlers,
    unsubscribingHandlers,
    rebuildHandlers,
    segmentHandlers,
    segmentMemberHandlers,
    audienceHandlers,
    entriesHandlers,
    upToDateHandlers,
    movesHandlers,
    fieldUseHandlers,
    actionHandlers,
    outcomeHandlers,
    renderingHandlers,
    inboundHandlers,
  ],
  restored: (ctx, stores) => {
    stores.campaigns.withDocuments()
    return hashAgain(ctx)
  },
  naming: {
    crs: async (id, stores) => [
      ...(await stores.bulkActions.naming('course_id', id)),
      ...(await namedInContents(id, stores)),
    ],
    fil: (id, stores) => namedInContents(id, stores),
    off: (id, stores) => namedInContents(id, stores),
    prc: (id, stores) => namedInContents(id, stores),
    scn: (id, { bulkActions }) => bulkActions.naming('scenario_id', id),
    grp: (id, stores) => namedBy('group', id, stores),
    tag: (id, stores) => namedBy('tag', id, stores),
  },
})

/** The first few templates, and mailings and campaigns that are still to be sent, whose documents name an object. */
const namedInContents = async (
  id: string,
  { messageTemplates, mailings, campaigns }: Stores,
): Promise<string[]> =>
  (await Promise.all([messageTemplates.naming(id), mailings.namedIn(id), campaigns.namedIn(id)])).flat()

/** The first few mailings, campaigns, segments and bulk actions that name a group or a tag. */
async function namedBy(
  kind: 'group' | 'tag',
  id: string,
  { mailings, campaigns, segments, bulkActions }: Stores,
): Promise<string[]> {
  const referrers = await Promise.all([
    mailings.naming(`${kind}_ids`, id),
    campaigns.naming(`${kind}_ids`, id),
    segments.naming(`${kind}:${id}`),
    bulkActions.naming(`${kind}_id`, id),
  ])
  return referrers.flat()
}
