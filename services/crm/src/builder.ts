// The stores of this service, and the builder that ties its handlers and reactions to them.
import { newId } from '@lms/contract'
import { defineService, enqueue, PeopleDirectory, type StoresOf, settingsStoreOf } from '@lms/service-host'
import { ActionStore } from './actions/action.store.ts'
import { BulkStore } from './bulk/bulk.store.ts'
import { CampaignStore } from './campaigns/campaign.store.ts'
import { FactStore } from './facts/fact.store.ts'
import { MailingStore } from './mailings/mailing.store.ts'
import { MessageStore } from './messages/message.store.ts'
import { MessageSourceStore } from './messages/source.store.ts'
import { NoteStore } from './notes/note.store.ts'
import { EndingStore } from './notices/ending.store.ts'
import { PreferencesStore } from './preferences/preferences.store.ts'
import { MemberStore } from './segments/member.store.ts'
import { SegmentStore } from './segments/segment.store.ts'
import { CrmSettings } from './settings/crm-settings.ts'
import { settingsProblems } from './settings/problems.ts'
import { crmSecrets } from './settings/secrets.ts'
import { senderProblems } from './settings/sender-problems.ts'
import { changedBases } from './settings/topic.ts'
import { topicsChanged } from './settings/topics.task.ts'
import { SuppressionStore } from './suppressions/suppression.store.ts'
import { ManagerTaskStore } from './tasks/task.store.ts'
import { TemplateStore } from './templates/template.store.ts'
import { HitStore } from './tracking/hit.store.ts'
import { ReportStore } from './tracking/report.store.ts'
import { connectBot } from './transports/connect.task.ts'

export const builder = defineService({
  people: PeopleDirectory,
  facts: FactStore,
  segments: SegmentStore,
  segmentMembers: MemberStore,
  endings: EndingStore,
  notes: NoteStore,
  tasks: ManagerTaskStore,
  messageTemplates: TemplateStore,
  settings: settingsStoreOf('crm', CrmSettings, {
    earlier: { fields: { values: { till: 'to' } } },
    secrets: crmSecrets,
    asking: senderProblems,
    problems: async (values, _, secrets) => settingsProblems(values, secrets),
    changing: ({ before, after }, work) => {
      const topics = changedBases(before.topics, after.topics)
      if (topics.length) enqueue(work, topicsChanged, { topics }, { key: newId('evt') })
      // Nobody sees whether the token is another one: Telegram is told again.
      if (after.telegram.bot_token !== null) enqueue(work, connectBot, {}, { key: newId('evt') })
    },
  }),
  preferences: PreferencesStore,
  suppressions: SuppressionStore,
  messages: MessageStore,
  messageSources: MessageSourceStore,
  reports: ReportStore,
  mailings: MailingStore,
  campaigns: CampaignStore,
  hits: HitStore,
  bulkActions: BulkStore,
  actions: ActionStore,
})
export type Stores = StoresOf<typeof builder.stores>
