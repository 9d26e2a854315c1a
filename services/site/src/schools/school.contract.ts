import {
  country,
  deleted,
  everyService,
  filter,
  I,
  id,
  language,
  mergePatchOf,
  oneOf,
  refuse,
  resource,
  stamps,
  text,
  timeZone,
} from '@lms/contract'
import { z } from 'zod'
import { Domain, refusals as domainRefusals, hostName } from '../domains/domain.contract.ts'
import { schoolLifecycle } from './school.lifecycle.ts'

export const schoolRefusals = refuse({
  school_restoring: {
    status: 409,
    when: 'the school is being restored from an archive',
    message:
      'The school is being restored from an archive. Wait for its end: GET /operator/v1/schools/{id}/restore tells how far it is.',
  },
  school_erasing: {
    status: 409,
    when: 'the school is being erased',
    message:
      'The school is being erased, and nothing in it changes any more: GET /operator/v1/schools/{id}/erasure tells how far it is.',
  },
})

/** A rate per second, and the burst after a pause. */
const rate = () => z.int().min(1).max(1_000_000)

export const Limits = z.object({
  key_rate: rate().describe('Requests per second of one key.'),
  key_burst: rate().describe('Requests of one key at once, after a pause.'),
  school_rate: rate().describe('Requests per second of the whole school.'),
  school_burst: rate().describe('Requests of the whole school at once, after a pause.'),
  event_rate: rate().describe('Events per second that requests of the school may cause.'),
  event_burst: rate().describe('Such events at once, after a pause.'),
  delivery_rate: rate().describe('Webhook deliveries per second that requests of the school may cause.'),
  delivery_burst: rate().describe('Such deliveries at once, after a pause.'),
  task_rate: rate().describe(
    'Tasks per second that requests of the school may queue: exports, accesses by groups.',
  ),
  task_burst: rate().describe('Such tasks at once, after a pause.'),
  storage_gibibytes: rate().describe('GiB of the files of the school, together.'),
  storage_files: rate().describe('Files of the school.'),
})
export type Limits = z.infer<typeof Limits>

/** Limits to set; null restores the default. */
export const LimitChanges = mergePatchOf(Limits)
export type LimitChanges = z.infer<typeof LimitChanges>

export const schoolName = () => text(200, 1)

export const School = z.object({
  id: id('sch'),
  name: schoolName(),
  status: oneOf(schoolLifecycle.states),
  limits: Limits,
  domains: z.array(z.string()).describe('Active domains, the primary one first.'),
  pending_domains: z.array(z.string()).describe('Pending domains.'),
  language: language().describe('Of its pages and receipts: a setting of the school.'),
  time_zone: timeZone().describe('Of people and days without a zone of their own: a setting of the school.'),
  country: country()
    .nullable()
    .describe('Where the school is: a setting of the school; null if it has set none.'),
  ...stamps,
})
export type School = z.infer<typeof School>

export const schoolList = {
  filters: { status: filter.state(schoolLifecycle.states), created_at: filter.time },
  sorts: ['created_at', 'name'],
  search: true,
} as const

export const NewSchool = z.strictObject({
  name: schoolName(),
  domains: z.array(hostName()).min(1).max(100).describe('The first one becomes primary.'),
  limits: LimitChanges.default({}),
})
export const SchoolChanges = z.strictObject({
  name: schoolName().optional(),
  status: oneOf(['active', 'suspended'])
    .optional()
    .describe('`suspended` closes the school, `active` reopens it.'),
  limits: LimitChanges.optional(),
})
export const NewDomain = z.strictObject({ host: hostName(), primary: z.boolean().default(false) })
export const ConfirmedDomain = z.strictObject({ host: hostName() })

/** Refusals of a domain that the platform team assigns. */
export const givingRefusals = [
  domainRefusals.domain_taken,
  domainRefusals.domain_present,
  domainRefusals.domain_public,
  domainRefusals.domains_limit_reached,
  schoolRefusals.school_erasing,
]

/** The facts that the gateway needs on each request. */
export const ResolvedSchool = z.object({
  school_id: id('sch'),
  name: schoolName(),
  status: oneOf(schoolLifecycle.states),
  limits: Limits,
  language: language(),
  time_zone: timeZone(),
})
export type ResolvedSchool = z.infer<typeof ResolvedSchool>

/** The registry of schools, for the gateway, the platform team's API, and other services. */
export const registry = resource({
  /** The school of a host; 404 if there is none. */
  resolve: I('POST /internal/domains/resolve', {
    summary: 'Find the school of a host',
    callers: ['gateway'],
    permission: null,
    body: z.object({ host: text(255, 1) }),
    returns: ResolvedSchool,
  }),
  create: I('POST /internal/schools', {
    summary: 'Create a school with its domains',
    callers: ['gateway'],
    permission: null,
    body: NewSchool,
    returns: School,
    refuses: [domainRefusals.domain_taken, domainRefusals.domain_public],
  }),
  list: I('GET /internal/schools', {
    summary: 'All schools',
    callers: ['gateway', 'webhooks'],
    permission: null,
    returns: School,
    list: schoolList,
  }),
  get: I('GET /internal/schools/{id}', {
    summary: 'A school',
    callers: ['gateway'],
    permission: null,
    path: { id: id('sch') },
    returns: School,
  }),
  update: I('PATCH /internal/schools/{id}', {
    summary: 'Rename, suspend or resume a school, change its limits',
    callers: ['gateway'],
    permission: null,
    path: { id: id('sch') },
    body: SchoolChanges,
    returns: School,
    refuses: [schoolRefusals.school_restoring, schoolRefusals.school_erasing],
  }),
  addDomain: I('POST /internal/schools/{id}/domains', {
    summary: 'Give a school a domain, which may be local and needs no proof',
    callers: ['gateway'],
    permission: null,
    path: { id: id('sch') },
    body: NewDomain,
    returns: Domain,
    refuses: givingRefusals,
  }),
  confirmDomain: I('POST /internal/schools/{id}/domains/confirm', {
    summary: 'Confirm a pending domain of a school',
    callers: ['gateway'],
    permission: null,
    path: { id: id('sch') },
    body: ConfirmedDomain,
    returns: Domain,
    refuses: [domainRefusals.domain_taken, schoolRefusals.school_erasing],
  }),
  removeDomain: I('POST /internal/schools/{id}/domains/remove', {
    summary: 'Take a domain away from a school',
    callers: ['gateway'],
    permission: null,
    path: { id: id('sch') },
    body: ConfirmedDomain,
    returns: deleted(id('dom')),
    refuses: [domainRefusals.last_domain, schoolRefusals.school_erasing],
  }),
  /** The facts for other services: names and addresses for their messages, and the state, which may hold them back. */
  batch: I('POST /internal/schools/batch', {
    summary: 'Schools by id',
    callers: everyService,
    permission: null,
    body: z.object({ ids: z.array(id('sch')).max(1000) }),
    returns: z.object({ schools: z.array(School) }),
  }),
})
