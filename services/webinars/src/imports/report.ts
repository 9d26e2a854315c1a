// Reads the report of a webinar service: finds the table behind its preamble, and its columns by their names.
import { isId } from '@lms/contract'
import { parse } from 'csv-parse/sync'
import type { Problem, Provider } from './import.contract.ts'
import { maxDuration, readDuration, readReportTime } from './times.ts'

type Field = 'registration_id' | 'email' | 'phone' | 'joined' | 'left' | 'duration'
/** Names of columns, in lower case, without what stands in brackets. */
const columns: Readonly<Record<Provider, Readonly<Record<Field, readonly string[]>>>> = {
  zoom: {
    registration_id: ['registration id'],
    email: ['email', 'user email', 'email address'],
    phone: ['phone'],
    joined: ['join time'],
    left: ['leave time'],
    duration: ['time in session', 'duration', 'total duration'],
  },
  bigbluebutton: {
    registration_id: ['registration id', 'extid', 'external id', 'user id', 'userid'],
    email: ['email'],
    phone: ['phone'],
    joined: ['join', 'joined', 'registered on', 'join time'],
    left: ['left', 'leave', 'leave time'],
    duration: ['duration', 'online time'],
  },
  gotowebinar: {
    registration_id: ['registration id', 'registrant key'],
    email: ['email address', 'email'],
    phone: ['phone'],
    joined: ['join time'],
    left: ['leave time'],
    duration: ['time in session', 'session duration', 'attendance duration'],
  },
  generic: {
    registration_id: ['registration_id'],
    email: ['email'],
    phone: ['phone'],
    joined: ['joined_at'],
    left: ['left_at'],
    duration: ['minutes', 'duration'],
  },
}

/** Lines before the table in which a report tells of the webinar itself. */
const maxPreamble = 60

/** A line of the table, as it was read. */
export interface Line {
  /** The number of the line in the file, from 1. */
  line: number
  registration_id: string | null
  email: string | null
  phone: string | null
  /** When the person was there; null where only a sum is known. */
  interval: { from: Date; till: Date } | null
  /** Seconds without times; 0 for none. */
  total: number
  problem: Problem | null
}

/** The lines of a report; null if it has no table with known columns. */
export function readReport(csv: string, provider: Provider, zone: string | null): Line[] | null {
  const records = recordsOf(csv)
  if (!records) return null
  const names = columns[provider]
  const placesIn = (cells: readonly string[]) => {
    const heads = cells.map(headOf)
    return (field: Field) => heads.findIndex(head => names[field].includes(head))
  }
  const isHead = (cells: readonly string[]) => {
    const place = placesIn(cells)
    const has = (field: Field) => place(field) >= 0
    return (has('email') || has('phone') || has('registration_id')) && (has('joined') || has('duration'))
  }
  const head = records.slice(0, maxPreamble).findLastIndex(({ record }) => isHead(record))
  if (head < 0) return null
  const place = placesIn(records[head]!.record)
  const width = records[head]!.record.length
  const table = records.slice(head + 1)
  // Another table may follow, under a heading of its own.
  const end = table.findIndex(({ record }) => record.filter(cell => cell.trim()).length < 2 && width > 2)
  return (end < 0 ? table : table.slice(0, end)).map(({ record, info }) =>
    lineOf(field => record[place(field)]?.trim() ?? '', info.lines, zone),
  )
}

interface Entry {
  record: string[]
  info: { lines: number }
}

function recordsOf(csv: string): Entry[] | null {
  const beginning = csv.split('\n', maxPreamble).join('\n')
  const count = (mark: string) => beginning.split(mark).length
  const delimiter = [',', ';', '\t'].reduce((one, other) => (count(other) > count(one) ? other : one))
  const options = {
    bom: true,
    delimiter,
    info: true,
    // Of one line: no program writes a longer one.
    max_record_size: 64 * 1024,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }
  try {
    return parse(csv, options) as unknown as Entry[]
  } catch {
    return null
  }
}

/** The name of a column without remarks: `Time in Session (minutes)` is `time in session`. */
const headOf = (cell: string): string =>
  cell
    .replace(/\(.*?\)/g, '')
    .trim()
    .toLowerCase()

/** A contact as the users service takes it; empty for what is none. */
const contactIn = (cell: string, most: number): string =>
  cell.length <= most && !cell.includes('\0') && cell.isWellFormed() ? cell : ''

function lineOf(cell: (field: Field) => string, line: number, zone: string | null): Line {
  const registration = cell('registration_id')
  const email = contactIn(cell('email'), 254)
  const contact = {
    registration_id: isId('wbr', registration) ? registration : null,
    email: email.includes('@') ? email : null,
    phone: contactIn(cell('phone'), 40) || null,
  }
  const found = presenceOf(cell, zone)
  const isKnown = contact.registration_id ?? contact.email ?? contact.phone
  return { line, ...contact, ...found, problem: isKnown === null ? 'contact_missing' : found.problem }
}

/** When the person was there: from a join to a leave, or for a duration from the join; else the duration alone. */
function presenceOf(
  cell: (field: Field) => string,
  zone: string | null,
): Pick<Line, 'interval' | 'total' | 'problem'> {
  const none = (problem: Problem) => ({ interval: null, total: 0, problem })
  const duration = readDuration(cell('duration'))
  const from = cell('joined') ? readReportTime(cell('joined'), zone) : null
  if (from === 'zone') return none('time_zone_needed')
  const left = cell('left') ? readReportTime(cell('left'), zone) : null
  if (cell('joined') && !from)
    return duration ? { interval: null, total: duration, problem: null } : none('time_unreadable')
  const till =
    left instanceof Date ? left : from && duration ? new Date(from.getTime() + duration * 1000) : null
  if (from && till && till > from && till.getTime() - from.getTime() <= maxInterval)
    return { interval: { from, till }, total: 0, problem: null }
  if (duration) return { interval: null, total: duration, problem: null }
  return none(from ? 'time_unreadable' : 'presence_missing')
}

/** A day: a longer one is a mistake of the report. */
const maxInterval = maxDuration * 1000
