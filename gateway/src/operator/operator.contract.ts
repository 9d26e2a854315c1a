// What the platform team may ask: declared with the words of the schools' API, served on a door of its own.
import { A, C, G, id, L, M, resource, text, timestamp } from '@lms/contract'
import { hostOperations } from '@lms/service-host/front'
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
} from '@lms/site/contract'
import { keyInternalApi, messengerInternalApi } from '@lms/users/contract'
import { z } from 'zod'
import { Trace } from './trace.ts'

const school = { id: id('sch') }

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
    summary: 'List schools; q looks in names and domains',
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
  }),
  addDomain: A('POST /operator/v1/schools/{id}/domains', {
    summary: 'Give a school a domain, also a local one; it needs no proof',
    permission: null,
    path: school,
    body: NewDomain,
    returns: Domain,
    refuses: givingRefusals,
  }),
  confirmDomain: A('POST /operator/v1/schools/{id}/domains/confirm', {
    summary: 'Confirm a domain that a school has added and not proven',
    permission: null,
    path: school,
    body: ConfirmedDomain,
    returns: Domain,
    refuses: [domainRefusals.domain_taken],
  }),
  issueKey: A('POST /operator/v1/schools/{id}/keys', {
    summary: 'Issue a first key of a school; its value is shown this once',
    permission: null,
    path: school,
    body: keyInternalApi.issueFirst.body!,
    returns: keyInternalApi.issueFirst.returns,
    secretAnswer: true,
  }),
  setMessenger: M('PUT /operator/v1/schools/{id}/messenger', {
    summary: 'Give a school the bot its people sign in with, or take it away; the token is never shown',
    permission: null,
    path: school,
    body: messengerInternalApi.set.body!,
    returns: messengerInternalApi.set.returns,
  }),
  trace: G('GET /operator/v1/trace/{requestId}', {
    summary: 'Follow a request by its X-Request-Id, from the call to the last attempt of a delivery',
    permission: null,
    path: { requestId: text(128, 1) },
    returns: Trace,
  }),
  health: L('GET /operator/v1/health', {
    summary: 'How every service is; one that does not answer is named in `away`',
    permission: null,
    returns: z.object({ services: z.array(hostOperations.health.returns), away: z.array(z.string()) }),
  }),
  load: L('GET /operator/v1/load', {
    summary: 'Requests by school at this gateway, the busiest first',
    permission: null,
    returns: z.object({
      at: timestamp(),
      schools: z.array(
        z.object({
          school_id: z.string(),
          requests: z.int().describe('Since the gateway started.'),
          limited: z.int().describe('Answered with 429.'),
          failed: z.int().describe('Answered with 5xx.'),
          unrecorded: z.int().describe('Left out of the record of failed requests: too many in a minute.'),
          last_minute: z.int().describe('In the last whole minute.'),
        }),
      ),
    }),
  }),
})
