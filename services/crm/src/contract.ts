// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { actions } from './actions/action.contract.ts'
import { messageOutcomes } from './actions/outcome.contract.ts'
import { rendering } from './actions/render.contract.ts'
import { bulkActions } from './bulk/bulk.contract.ts'
import { campaignStats, campaigns } from './campaigns/campaign.contract.ts'
import { mailViews } from './dispatch/mail-view.contract.ts'
import { unsubscribing } from './dispatch/unsubscribing.contract.ts'
import { rebuilding } from './facts/rebuild.contract.ts'
import { inbound } from './inbound/inbound.contract.ts'
import { mailings } from './mailings/mailing.contract.ts'
import { messages } from './messages/message.contract.ts'
import { notes } from './notes/note.contract.ts'
import { preferences } from './preferences/preferences.contract.ts'
import { audiences } from './segments/audience.contract.ts'
import { segmentEntries } from './segments/entries.contract.ts'
import { fieldUses } from './segments/field-uses.contract.ts'
import { movesOfSegments } from './segments/moves.contract.ts'
import { segmentMembers, segments } from './segments/segment.contract.ts'
import { segmentsUpToDate } from './segments/up-to-date.contract.ts'
import { CrmSettings } from './settings/crm-settings.ts'
import { suppressionImports } from './suppressions/import.contract.ts'
import { suppressions } from './suppressions/suppression.contract.ts'
import { unownedSuppressions } from './suppressions/unowned.contract.ts'
import { tasks } from './tasks/task.contract.ts'
import { messageTemplates } from './templates/template.contract.ts'
import { tracking } from './tracking/tracking.contract.ts'

export { Action, type AssumedFact, actions } from './actions/action.contract.ts'
export { messageOutcomes } from './actions/outcome.contract.ts'
export { rendering } from './actions/render.contract.ts'
export { transport } from './addresses/kinds.ts'
export { mailViews } from './dispatch/mail-view.contract.ts'
export { unsubscribing } from './dispatch/unsubscribing.contract.ts'
export { unsubscribingRefusals } from './dispatch/unsubscribing.words.ts'
export { rebuilding } from './facts/rebuild.contract.ts'
export { inbound, maxCallbackBytes, maxMailBytes } from './inbound/inbound.contract.ts'
export { audiences } from './segments/audience.contract.ts'
export { segmentEntries } from './segments/entries.contract.ts'
export { fieldUses } from './segments/field-uses.contract.ts'
export { movesOfSegments } from './segments/moves.contract.ts'
export { namesIn, RuleSchema, ruleOf } from './segments/rule.ts'
export { unfitFields, unknownTopics } from './segments/rule-fit.ts'
export { segmentsUpToDate, UpToDate } from './segments/up-to-date.contract.ts'
export { suppressionImports } from './suppressions/import.contract.ts'
export { unownedSuppressions } from './suppressions/unowned.contract.ts'
export { tracking } from './tracking/tracking.contract.ts'

export const crmContract = contract({
  service: 'crm',
  area: 'CRM, segments, messages',
  references: {
    owns: ['cmp', 'mlg', 'seg', 'tpl'],
    names: ['crs', 'fil', 'grp', 'off', 'prc', 'scn', 'tag'],
  },
  resources: {
    notes,
    tasks,
    segments,
    segmentMembers,
    messageTemplates,
    preferences,
    suppressions,
    messages,
    mailings,
    campaigns,
    campaignStats,
    bulkActions,
  },
  settings: CrmSettings,
  internal: {
    unsubscribing,
    mailViews,
    rebuilding,
    audiences,
    actions,
    messageOutcomes,
    rendering,
    segmentEntries,
    segmentsUpToDate,
    movesOfSegments,
    fieldUses,
    tracking,
    inbound,
    suppressionImports,
    unownedSuppressions,
  },
})
