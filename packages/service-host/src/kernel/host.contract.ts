// Internal operations of every service, implemented by the host.
import {
  derivedMetrics,
  everyService,
  I,
  id,
  LimitState,
  oneOf,
  PersonalDataCount,
  QueuedTask,
  QueueState,
  refuse,
  resource,
  roles,
  SchoolSettings,
  settingsRefusals,
  text,
  timestamp,
  usageDay,
} from '@lms/contract'
import { z } from 'zod'
import { causesOperations } from './causes.contract.ts'

const TracedMessage = z.object({
  id: z.string(),
  school_id: z.string(),
  subject: z.string(),
  created_at: z.string(),
  payload: z.string().nullable().describe('Of an audit record: what it says. Null of others.'),
})

/** A task of a request that is not done, or failed for good. */
export const TracedTask = QueuedTask.pick({
  id: true,
  status: true,
  failures: true,
  error: true,
  due_at: true,
  created_at: true,
}).extend({ school_id: z.string(), queue: z.string() })

/** Queues of one answer: those with failed tasks first, then the longest ones. */
export const maxBacklog = 1000
export const Backlog = z.object({
  school_id: z.string().nullable().describe('Null for tasks of no school.'),
  queue: z.string(),
  length: z.int().describe('Tasks that are not done, without failed ones.'),
  failed: z.int().describe('Tasks that failed for good.'),
  delay_seconds: z.number().describe('How long the oldest due task has waited.'),
})
export type Backlog = z.infer<typeof Backlog>

/** Bytes of a body with rows of an archive: one row of a table may have some megabytes. */
const maxRestoredBytes = 32 * 1024 ** 2

export const archiveRefusals = refuse({
  row_not_restorable: {
    status: 422,
    when: 'a row of an archive is none of this table as the service has it now',
    message: 'The row is none of this table: it comes from a newer version, or the archive was changed.',
  },
  table_not_archived: {
    status: 422,
    when: 'the service has no table of this name whose rows belong to the archive of a school',
    message: 'Name a table of GET /internal/tables, and the position of an answer before.',
  },
})

const SettingsSection = z.object({
  values: z.record(z.string(), z.any()),
  version: z.int(),
  updated_at: z.string().nullable(),
})

/** A limit with the reason of its refusal, or the name of its setting. */
export const LimitEntry = LimitState.extend({ name: z.string() })
export type LimitEntry = z.infer<typeof LimitEntry>

export const hostOperations = resource({
  /**
   * The messages of one request that are still in the service's outbox, because their reader has not confirmed them
   * yet.
   */
  trace: I('GET /internal/trace/{requestId}', {
    summary: 'Outbox rows of a request',
    callers: ['gateway'],
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ service: z.string(), outbox: z.array(TracedMessage), tasks: z.array(TracedTask) }),
  }),
  /**
   * The reactions of the service to these events, and when each has processed them; null: not yet. Of an event that stays
   * in its outbox for days it is a later time, at which the sweep asked about it.
   */
  handled: I('POST /internal/handled', {
    summary: 'Reactions to events',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      events: z.array(z.object({ id: id('evt'), school_id: id('sch'), type: text(100) })).max(1000),
    }),
    returns: z.object({
      reactions: z.array(
        z.object({ event_id: id('evt'), reaction: z.string(), handled_at: z.string().nullable() }),
      ),
    }),
  }),
  /** Which of these events a reaction of the service has still to process; asked before they leave their outbox. */
  unhandled: I('POST /internal/unhandled', {
    summary: 'Events that reactions have still to process',
    callers: everyService,
    permission: null,
    body: z.object({
      events: z.array(z.object({ id: id('evt'), school_id: id('sch'), type: text(100) })).max(1000),
    }),
    returns: z.object({
      reacts_to: z.array(z.string()).describe('All types that its reactions act on.'),
      unhandled: z.array(z.string()),
      lost: z
        .array(z.string())
        .describe('Those of them that the bus does not bring to the reaction any more.'),
    }),
  }),
  ...causesOperations,
  /** What waits and what has failed, queue by queue over all schools; who runs the installation asks for it. */
  backlog: I('GET /internal/backlog', {
    summary: 'Queues of all schools with tasks that are not done',
    callers: ['gateway'],
    permission: null,
    returns: z.object({ queues: z.array(Backlog).max(maxBacklog) }),
  }),
  /** Which of these objects exist in the school, their states and people; asked by services that reference them. */
  objects: I('POST /internal/objects', {
    summary: 'Objects that others reference',
    callers: everyService,
    permission: null,
    body: z.object({ ids: z.array(text(40)) }),
    returns: z.object({
      objects: z.array(
        z.object({ id: z.string(), status: z.string().nullable(), user_id: z.string().nullable() }),
      ),
    }),
  }),
  /** The first few objects of the service that reference an object; asked before its deletion. */
  naming: I('POST /internal/naming', {
    summary: 'Objects that reference an object',
    callers: everyService,
    permission: null,
    body: z.object({ id: text(40) }),
    returns: z.object({ objects: z.array(z.string()) }),
  }),
  /** The file of a signed link. */
  file: I('GET /internal/downloads/{token}', {
    summary: 'The file of a signed link',
    callers: ['gateway'],
    permission: null,
    path: { token: text(200, 1) },
    returns: z.object({
      name: z.string(),
      type: z.string().describe('Its media type.'),
      content: z.string(),
      encoding: oneOf(['utf8', 'base64']).describe('How `content` represents the bytes.'),
    }),
  }),
  /** The queues of the service, for one school. */
  queues: I('GET /internal/queues', {
    summary: 'Queues of tasks',
    callers: ['service'],
    permission: null,
    returns: z.object({ queues: z.array(QueueState.extend({ queue: z.string() })) }),
  }),
  /** Retries a task that failed for good. */
  retry: I('POST /internal/queues/{queue}/jobs/{id}/retry', {
    summary: 'Retry a task that failed for good',
    callers: ['service'],
    permission: null,
    path: { queue: text(60, 1) },
    returns: z.object({ became: oneOf(['ready', 'not_found', 'not_failed', 'superseded']) }),
  }),
  /** The limits of the school in this service, each with the name of its refusal or of its setting. */
  limits: I('GET /internal/limits', {
    summary: 'Limits and what is used of them',
    callers: ['service'],
    permission: null,
    returns: z.object({ limits: z.array(LimitEntry) }),
  }),
  /** What the service counts from its rows of a day of the school. */
  usage: I('POST /internal/usage', {
    summary: 'What the school has used on a day',
    callers: ['service'],
    permission: null,
    body: z.object({ day: usageDay() }),
    returns: z.object({ figures: z.partialRecord(z.enum(derivedMetrics), z.int().min(0)) }),
  }),
  /** The service's section of the settings of a school; null if it has none. */
  settings: I('GET /internal/settings', {
    summary: 'Settings',
    callers: ['service'],
    permission: null,
    returns: z.object({ section: SettingsSection.nullable() }),
  }),
  /** Tells the service what the school has set once for all areas; one that keeps nothing of it ignores it. */
  keepSchool: I('PUT /internal/school-settings', {
    summary: 'Keep the settings of the school',
    callers: ['site'],
    permission: null,
    body: SchoolSettings,
    returns: z.object({}),
  }),
  /**
   * Changes values of the section, all or none. `version` is that of If-Match. Under the same Idempotency-Key it changes
   * them once, also if the caller has crashed before it stored the answer.
   */
  changeSettings: I('PATCH /internal/settings', {
    summary: 'Change settings',
    callers: ['service'],
    permission: null,
    body: z.object({
      values: z.record(z.string(), z.any()),
      version: text(300).nullable(),
      role: oneOf(roles).describe('That of who asked for the change.'),
    }),
    returns: SettingsSection.extend({ changed: z.boolean() }),
    refuses: Object.values(settingsRefusals),
  }),
  /** The data of the service about a person, by kind; asked before a merge or an erasure. */
  held: I('POST /internal/people/held', {
    summary: 'The data of the service about a person, by kind',
    callers: ['users'],
    permission: null,
    body: z.object({ user_id: id('usr') }),
    returns: z.object({ held: z.array(PersonalDataCount) }),
  }),
  /** All data of one kind, page by page; asked for an export. */
  data: I('POST /internal/people/data', {
    summary: 'The data of the service about a person, of one kind',
    callers: ['users'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      what: z.string().max(100).describe('One of the kinds that `held` names.'),
      after: z.string().max(100).nullable().describe('Where the page before ended; null for the first.'),
    }),
    returns: z.object({ items: z.array(z.record(z.string(), z.any())), next: z.string().nullable() }),
  }),
  /**
   * The rows of a table of the school in the order of its key, without secrets, at most 4 MB of them: for its archive, and
   * to count it anew. Tables whose rows belong to no archive are refused.
   */
  rows: I('POST /internal/rows', {
    summary: 'Rows of a table, in the order of its key',
    callers: ['service', 'analytics'],
    permission: null,
    body: z.object({
      table: z.string().max(100).describe('Without the schema: `orders`.'),
      after: z.array(z.string().max(1000)).max(10).nullable().describe('`next` of the answer before.'),
      ids: z
        .array(text(40))
        .max(1000)
        .optional()
        .describe('Only rows with one of these ids. The answer ends where 4 MB end; `next` goes on.'),
      hidden: z.boolean().optional().describe('With the columns that no answer of the API shows.'),
      snapshot: text(100)
        .optional()
        .describe('Rows as they were at a snapshot; as they are, if it has ended.'),
    }),
    returns: z.object({
      rows: z.array(z.record(z.string(), z.any())),
      in_snapshot: z.boolean().describe('Whether the rows are those of the snapshot.'),
      next: z.array(z.string()).nullable().describe('Null after the last row.'),
    }),
    refuses: [archiveRefusals.table_not_archived],
  }),
  /** Keeps a snapshot of the service's tables for ten minutes, in place of an earlier one of the process. */
  takeSnapshot: I('POST /internal/snapshots', {
    summary: 'Keep a snapshot of the tables',
    callers: ['service'],
    permission: null,
    returns: z.object({ snapshot: z.string(), at: timestamp() }),
  }),
  /** Ends a snapshot that this process keeps; another process ends its own by the clock. */
  endSnapshot: I('POST /internal/snapshots/end', {
    summary: 'End a snapshot',
    callers: ['service'],
    permission: null,
    body: z.object({ snapshot: text(100) }),
    returns: z.object({ ended: z.literal(true) }),
  }),
  /** The tables whose rows belong to the archive of a school, in the order of their names. */
  tables: I('GET /internal/tables', {
    summary: 'Tables whose rows belong to the archive of a school',
    callers: ['service'],
    permission: null,
    returns: z.object({
      tables: z.array(z.string()),
      last: z.array(z.string()).describe('Those whose rows return when all others are there.'),
      without: z
        .record(z.string(), z.array(z.string()))
        .describe('By table, the columns that are in no archive: secrets above all.'),
    }),
  }),
  /** Apart from `tables`, because each of them is looked into. */
  filled: I('GET /internal/filled-tables', {
    summary: 'The tables of the archive that have rows of the school',
    callers: ['service'],
    permission: null,
    returns: z.object({ tables: z.array(z.string()) }),
  }),
  /**
   * Puts rows of an archive back into a table, with their ids and versions. Nothing is emitted and no task is left. Rows that
   * are there stay, so a repetition changes nothing. Tasks return that are due after the moment of the archive, or whose
   * effect is inside.
   */
  restoreRows: I('POST /internal/rows/restore', {
    summary: 'Put rows of an archive back into their table',
    callers: ['service'],
    permission: null,
    bodyBytes: maxRestoredBytes,
    body: z.object({
      table: z.string().max(100),
      moment: timestamp().describe('That of the snapshot of the service.'),
      lines: z
        .string()
        .max(maxRestoredBytes / 2)
        .describe('A row as JSON in each line.'),
      dry_run: z
        .boolean()
        .optional()
        .describe('Only checks that the table has such columns, and that they take such values.'),
    }),
    returns: z.object({ rows: z.int() }),
    refuses: [archiveRefusals.table_not_archived, archiveRefusals.row_not_restorable],
  }),
  /** Rebuilds what no archive has from the rows that have returned, and arms what follows from them. A repetition is harmless. */
  rebuild: I('POST /internal/rows/rebuild', {
    summary: 'Rebuild what follows from restored rows',
    callers: ['service'],
    permission: null,
    returns: z.object({
      to_set: z
        .array(z.string())
        .describe('What the school has to set again, because no archive has its secrets.'),
    }),
  }),
  /** From here on no request, event or task begins anything in the school, for ever. A repetition changes nothing. */
  closeSchool: I('POST /internal/school/close', {
    summary: 'Close a school that is erased',
    callers: ['service'],
    permission: null,
    returns: z.object({ closed: z.literal(true) }),
  }),
  /**
   * Removes what the service has of a school that is erased, or whose restore was given up: rows of all its tables, tasks and
   * messages included. Repeat it until no more are left. Nothing is emitted.
   */
  removeRows: I('POST /internal/rows/remove', {
    summary: 'Remove all rows of a school',
    callers: ['service'],
    permission: null,
    body: z.object({
      keep: z.object({
        tables: z.array(z.string().max(100)).max(10),
        queue: z.string().max(60).nullable().describe('Tasks of this queue stay.'),
      }),
    }),
    returns: z.object({
      more: z.boolean().describe('Whether rows were removed, or are left.'),
      removed: z.int().describe('Rows that this call has removed.'),
    }),
  }),
  /** The personal data in its events: for each type, the paths of its object that an erasure blanks. */
  personal: I('GET /internal/personal', {
    summary: 'The personal data in the events of the service',
    callers: ['webhooks'],
    permission: null,
    returns: z.object({ events: z.record(z.string(), z.array(z.string())) }),
  }),
  /**
   * The health of the service: the messages in its outbox and their age, and set-aside messages; for one school if the
   * caller names one.
   */
  health: I('GET /internal/health', {
    summary: 'The state of the service and its outbox',
    callers: ['gateway', 'service'],
    permission: null,
    returns: z.object({
      service: z.string(),
      parts: z.record(z.string(), z.boolean()),
      tasks: z.object({ waiting: z.int(), delay_seconds: z.number(), failed: z.int() }),
      outbox: z.object({
        waiting: z.int(),
        oldest_seconds: z.number(),
        set_aside: z.int().describe('Set-aside messages, which the bus can never accept.'),
      }),
    }),
  }),
})

export { confirmation } from '@lms/contract'
