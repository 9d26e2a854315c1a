// The platform team's API: declared like the schools' API, served on a port of its own.

import { figuresRebuilding } from '@lms/analytics/contract'
import { A, C, deleted, G, id, L, M, resource, text, timestamp } from '@lms/contract'
import { rebuilding } from '@lms/crm/contract'
import { badgeKeyRotation } from '@lms/learning/contract'
import {
  Erasure,
  erasureRefusals,
  erasures,
  NewErasure,
  NewRestore,
  operatorActions,
  RestorePart,
  RestoreRun,
  restoreRefusals,
  restores,
  usageInternalApi,
} from '@lms/service/contract'
import { Backlog, hostOperations } from '@lms/service-host/front'
import {
  ConfirmedDomain,
  Domain,
  domainRefusals,
  givingRefusals,
  NewDomain,
  NewSchool,
  School,
  SchoolChanges,
  schoolList,
  schoolRefusals,
} from '@lms/site/contract'
import { keyInternalApi, messengerInternalApi } from '@lms/users/contract'
import { z } from 'zod'
import { Trace } from './trace.ts'

const school = { id: id('sch') }

/** What is done in a school is not done in one that comes or goes. */
const closedRefusals = [schoolRefusals.school_restoring, schoolRefusals.school_erasing]

export type { Trace } from './trace.ts'

export const operator = resource({
  createSchool: C('POST /operator/v1/schools', {
    summary: 'Create a school with its domains',
    permission: null,
    body: NewSchool,
    returns: School,
    refuses: [domainRefusals.domain_taken, domainRefusals.domain_public],
    bound: 'platform team',
  }),
  schools: L('GET /operator/v1/schools', {
    summary: 'List schools; q searches names and domains',
    permission: null,
    returns: School,
    list: schoolList,
  }),
  school: G('GET /operator/v1/schools/{id}', {
    summary: 'Get a school',
    permission: null,
    path: school,
    returns: School,
  }),
  changeSchool: M('PATCH /operator/v1/schools/{id}', {
    summary: 'Rename, suspend or resume a school, change its limits',
    permission: null,
    path: school,
    body: SchoolChanges,
    returns: School,
    refuses: closedRefusals,
  }),
  addDomain: A('POST /operator/v1/schools/{id}/domains', {
    bound: 'platform team',
    summary: 'Give a school a domain, which may be local and needs no proof',
    permission: null,
    path: school,
    body: NewDomain,
    returns: Domain,
    refuses: givingRefusals,
  }),
  confirmDomain: A('POST /operator/v1/schools/{id}/domains/confirm', {
    bound: null,
    summary: 'Confirm a pending domain of a school',
    permission: null,
    path: school,
    body: ConfirmedDomain,
    returns: Domain,
    refuses: [domainRefusals.domain_taken, schoolRefusals.school_erasing],
  }),
  removeDomain: M('POST /operator/v1/schools/{id}/domains/remove', {
    summary: 'Take a domain away from a school',
    permission: null,
    path: school,
    body: ConfirmedDomain,
    returns: deleted(id('dom')),
    refuses: [domainRefusals.last_domain, schoolRefusals.school_erasing],
  }),
  domainTargets: L('GET /operator/v1/domains/targets', {
    summary:
      'List the active domains of active schools for a monitor of certificates (http_sd of Prometheus)',
    permission: null,
    returns: z.array(z.object({ targets: z.array(z.string()), labels: z.object({}) })),
  }),
  issueKey: A('POST /operator/v1/schools/{id}/keys', {
    bound: 'platform team',
    summary: 'Issue a first key of a school; only this answer shows its value',
    permission: null,
    path: school,
    body: keyInternalApi.issueFirst.body!,
    returns: keyInternalApi.issueFirst.returns,
    refuses: closedRefusals,
    secretAnswer: true,
  }),
  beginRestore: A('POST /operator/v1/schools/{id}/restore', {
    bound: 'platform team',
    summary: 'Begin to restore a school from its archive, under the id that it had',
    permission: null,
    path: school,
    body: NewRestore,
    returns: restores.begin.returns,
    refuses: [restoreRefusals.restore_under_way, erasureRefusals.school_erased],
  }),
  sendArchive: M('PUT /operator/v1/schools/{id}/restore/bytes', {
    summary:
      'Send the next bytes of the archive; while `received` stays as it is, send them again a moment later',
    permission: null,
    path: school,
    body: RestorePart,
    returns: restores.take.returns,
    refuses: [...restores.take.refuses],
  }),
  runRestore: A('POST /operator/v1/schools/{id}/restore/run', {
    bound: null,
    summary: 'Check the archive, and restore the school from it unless it is a dry run',
    permission: null,
    path: school,
    body: RestoreRun,
    returns: restores.run.returns,
    refuses: [...restores.run.refuses],
  }),
  giveRestoreUp: A('POST /operator/v1/schools/{id}/restore/give-up', {
    bound: null,
    summary: 'Give a restore up: what it has brought back is removed, and another one can begin',
    permission: null,
    path: school,
    returns: restores.giveUp.returns,
    refuses: [...restores.giveUp.refuses],
  }),
  restore: G('GET /operator/v1/schools/{id}/restore', {
    summary: 'Get the state of the restore of a school',
    permission: null,
    path: school,
    returns: restores.get.returns,
    refuses: [...restores.get.refuses],
  }),
  eraseSchool: A('POST /operator/v1/schools/{id}/erase', {
    bound: null,
    summary:
      'Erase a suspended school for ever: rows, files, messages, domains; of one that is being erased the state',
    permission: null,
    path: school,
    body: NewErasure,
    returns: Erasure,
    refuses: [...erasures.begin.refuses],
  }),
  erasure: G('GET /operator/v1/schools/{id}/erasure', {
    summary:
      'Get how far the erasure of a school is; afterwards when it was, by whom, and how much there was',
    permission: null,
    path: school,
    returns: Erasure,
    refuses: [erasureRefusals.erasure_missing],
  }),
  erasures: L('GET /operator/v1/erasures', {
    summary: 'List the erasures of schools, the newest first; ?before= goes on after an answer’s next',
    permission: null,
    returns: erasures.all.returns,
  }),
  actions: L('GET /operator/v1/actions', {
    summary:
      'List what the platform team did or tried, the newest first; ?operator= and ?school_id= choose, ?before= goes on after an answer’s next',
    permission: null,
    returns: operatorActions.all.returns,
  }),
  rebuildCrm: A('POST /operator/v1/schools/{id}/crm/rebuild', {
    bound: null,
    summary:
      'Read anew what the crm knows of the people of a school; GET /v1/queues of the school shows the progress',
    permission: null,
    path: school,
    returns: rebuilding.rebuild.returns,
    refuses: closedRefusals,
  }),
  rebuildAnalytics: A('POST /operator/v1/schools/{id}/analytics/rebuild', {
    bound: null,
    summary:
      'Count the figures of a school anew from the tables of all services; GET /v1/queues of the school shows the progress',
    permission: null,
    path: school,
    returns: figuresRebuilding.rebuild.returns,
    refuses: closedRefusals,
  }),
  rotateBadgeKey: A('POST /operator/v1/schools/{id}/badge-keys', {
    bound: null,
    summary: 'Sign the credentials of a school with a new key; those of old keys stay valid',
    permission: null,
    path: school,
    returns: badgeKeyRotation.rotate.returns,
    refuses: [...badgeKeyRotation.rotate.refuses, ...closedRefusals],
  }),
  setMessenger: M('PUT /operator/v1/schools/{id}/messenger', {
    summary: 'Set or remove the bot for the sign-in of a school’s people; no answer shows the token',
    permission: null,
    path: school,
    body: messengerInternalApi.set.body!,
    returns: messengerInternalApi.set.returns,
    refuses: closedRefusals,
  }),
  usage: L('GET /operator/v1/usage', {
    summary:
      'What schools have used from a day of UTC to another: ?from=2026-11-01&to=2026-11-30; ?after= goes on after an answer’s next',
    permission: null,
    returns: usageInternalApi.schools.returns,
  }),
  usageOfSchool: L('GET /operator/v1/schools/{id}/usage', {
    summary: 'What a school has used, by day of UTC: ?from=2026-11-01&to=2026-11-30',
    permission: null,
    path: school,
    returns: usageInternalApi.days.returns,
  }),
  trace: G('GET /operator/v1/trace/{requestId}', {
    summary: 'Trace a request by its X-Request-Id, from the call to the last attempt of a delivery',
    permission: null,
    path: { requestId: text(128, 1) },
    returns: Trace,
  }),
  health: L('GET /operator/v1/health', {
    summary: 'Get the state of every service; `away` names services that do not answer',
    permission: null,
    returns: z.object({ services: z.array(hostOperations.health.returns), away: z.array(z.string()) }),
  }),
  queues: L('GET /operator/v1/queues', {
    summary:
      'List the queues of all schools with tasks that are not done, those with failed ones first; `away` names services that do not answer',
    permission: null,
    returns: z.object({
      queues: z.array(Backlog.extend({ service: z.string() })),
      away: z.array(z.string()),
    }),
  }),
  keys: L('GET /operator/v1/keys', {
    summary: 'List the keys of all schools that work; ?after= goes on after an answer’s next',
    permission: null,
    returns: keyInternalApi.ofAll.returns,
  }),
  load: L('GET /operator/v1/load', {
    summary: 'List the load by school at this gateway, the busiest first',
    permission: null,
    returns: z.object({
      at: timestamp(),
      schools: z.array(
        z.object({
          school_id: z.string(),
          requests: z.int().describe('Since the gateway started.'),
          limited: z.int().describe('Answered with 429.'),
          failed: z.int().describe('Answered with 5xx.'),
          unrecorded: z
            .int()
            .describe('Failed requests without a record, because there were too many in a minute.'),
          last_minute: z.int().describe('In the last full minute, as what follows.'),
          processor_ms: z.int().describe('Milliseconds of services, for calls that took 10 or more.'),
          events: z.int().describe('Events at all gateways; so are deliveries and tasks.'),
          deliveries: z.int(),
          tasks: z.int(),
        }),
      ),
    }),
  }),
})
