// What the platform team's API answers, as the commands read it.

/** The rates, budgets and room of a school, and their descriptions. */
export const limitTexts = {
  key_rate: 'requests per second of one key',
  key_burst: 'requests of one key at once, after a pause',
  school_rate: 'requests per second of the whole school',
  school_burst: 'requests of the whole school at once, after a pause',
  event_rate: 'events per second that its requests cause',
  event_burst: 'such events at once, after a pause',
  delivery_rate: 'webhook deliveries per second that its requests cause',
  delivery_burst: 'such deliveries at once, after a pause',
  task_rate: 'tasks per second that its requests queue',
  task_burst: 'such tasks at once, after a pause',
  storage_gibibytes: 'GiB of all its files',
  storage_files: 'number of its files',
} as const
export type Limit = keyof typeof limitTexts
export const limitNames = Object.keys(limitTexts) as Limit[]
export type Limits = Record<Limit, number>

export interface School {
  id: string
  name: string
  status: 'restoring' | 'active' | 'suspended' | 'erasing'
  limits: Limits
  /** Active domains, the primary one first. */
  domains: string[]
  /** Pending domains. */
  pending_domains: string[]
  created_at: string
}

export interface Domain {
  id: string
  host: string
  status: 'pending' | 'active'
  primary: boolean
}

export interface IssuedKey {
  id: string
  name: string
  role: string
  kind: string
  scope: string[]
  api_key: string
}

export interface NewKey {
  name: string
  role: string
  kind: string
  scope: string[]
}

export interface Messenger {
  bot_id: string | null
  updated_at: string
}

/** Days of UTC, both included: `2026-11-01`. */
export interface Period {
  from: string
  to: string
}

export const usageFigures = [
  'requests',
  'active_people',
  'orders',
  'events',
  'deliveries',
  'tasks',
  'bytes_kept',
  'bytes_sent',
  'agent_tokens',
] as const
/** Null for what was not counted yet. */
export type Usage = Record<(typeof usageFigures)[number], number | null>
export type UsageOfSchool = Usage & { school_id: string }
export type UsageOfDay = UsageOfSchool & { day: string; closed: boolean; counted_at: string | null }

/** The state of a restore. */
export interface Restore {
  status:
    | 'uploading'
    | 'checking'
    | 'checked'
    | 'restoring'
    | 'done'
    | 'refused'
    | 'failed'
    | 'removing'
    | 'removed'
  size: number
  /** Null where the archive was sent without one. */
  sha256: string | null
  received: number
  problem: string | null
  part: string
  done: number
  entries: number
  rows: number
  files: number
  to_set: string[]
}

/** How far the erasure of a school is, and what stays of it afterwards. */
export interface Erasure {
  /** That of the school. */
  id: string
  status: 'running' | 'finished'
  operator: string
  request_id: string
  part: string
  service: string | null
  /** Removed rows, by service. */
  rows: Record<string, number>
  files: number
  messages: number
  problem: string | null
  began_at: string
  ended_at: string | null
}

/** What somebody of the platform team did or tried. */
export interface OperatorAction {
  id: string
  operator: string
  role: string
  /** Method and path template. */
  operation: string
  school_id: string | null
  status: number
  reason: string | null
  request_id: string
  created_at: string
}

export interface Health {
  services: {
    service: string
    parts: Record<string, boolean>
    tasks: { waiting: number; delay_seconds: number; failed: number }
    outbox: { waiting: number; oldest_seconds: number; set_aside: number }
  }[]
  away: string[]
}

export interface Backlog {
  queues: {
    service: string
    queue: string
    /** Null for tasks of no school. */
    school_id: string | null
    length: number
    failed: number
    delay_seconds: number
  }[]
  /** Services that do not answer. */
  away: string[]
}

/** What can make a school busy, in the last full minute or since the gateway started. */
export const loadFigures = [
  'last_minute',
  'processor_ms',
  'events',
  'deliveries',
  'tasks',
  'requests',
  'limited',
  'failed',
  'unrecorded',
] as const
export type LoadFigure = (typeof loadFigures)[number]
export interface Load {
  at: string
  schools: ({ school_id: string } & Record<LoadFigure, number>)[]
}

export interface KeyOfSchool extends Omit<IssuedKey, 'api_key'> {
  school_id: string
  expires_at: string | null
  last_used_at: string | null
  created_at: string
}
