// CRM, segments, messages.

import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { actionResource } from './actions/action.resource.ts'
import { builder } from './builder.ts'
import { bulkResource } from './bulk/bulk.resource.ts'
import { campaignResource } from './campaigns/campaign.resource.ts'
import { crmContract } from './contract.ts'
import { dispatchResource } from './dispatch/dispatch.resource.ts'
import { factResource } from './facts/fact.resource.ts'
import { inboundResource } from './inbound/inbound.resource.ts'
import { mailingResource } from './mailings/mailing.resource.ts'
import { messageResource } from './messages/message.resource.ts'
import { noteResource } from './notes/note.resource.ts'
import { noticeResource } from './notices/notice.resource.ts'
import { preferencesResource } from './preferences/preferences.resource.ts'
import { segmentResource } from './segments/segment.resource.ts'
import { sendingResource } from './sendings/sending.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'
import { suppressionResource } from './suppressions/suppression.resource.ts'
import { taskResource } from './tasks/task.resource.ts'
import { templateResource } from './templates/template.resource.ts'
import { trackingResource } from './tracking/tracking.resource.ts'
import { transportResource } from './transports/transport.resource.ts'

export const crmService = builder.build({
  contract: crmContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    transportResource,
    bulkResource,
    campaignResource,
    mailingResource,
    taskResource,
    segmentResource,
    templateResource,
    factResource,
    trackingResource,
    actionResource,
    settingsResource,
    dispatchResource,
    noticeResource,
    preferencesResource,
    noteResource,
    suppressionResource,
    messageResource,
    sendingResource,
    inboundResource,
  ],
  settings: [...mailSettings, siteUrlSetting],
})
