// Reads the report of a webinar service: finds the service and its table by the names of columns, behind whatever comes
// before it. One pure function of text: rows, and what a reader should know of how they were read.
import { isId } from '@lms/contract'
import { parse } from 'csv-parse/sync'
import { readAnalytics } from '../video/bigbluebutton/analytics.ts'
import { dashboard, type Field, type Format, formats, headOf } from './formats.ts'
import type { Problem, Provider, Skipped } from './import.contract.ts'
import { Clock, maxDuration, readDuration } from './times.ts'

/** A line of the table, as it was read. */
export interface Line {
  /** The number of the line in the file, from 1; of JSON that of the person in its list. */
  line: number
  registration_id: string | null
  /** The person as the session was given them at the service of video. */
  user_id: string | null
  email: string | null
  phone: string | null
  /** When the person was there; null where only a sum is known. */
  interval: { from: Date; till: Date } | null
  /** Seconds without times; 0 for none. */
  total: number
  skipped: Skipped | null
  problem: Problem | null
}

export interface Report {
  provider: Provider
  lines: Line[]
  warnings: string[]
}

/**
 * The lines of a report. `hint` decides between services whose columns are the same; `zone` is that of times without an
 * offset. null: there is no table with known columns. `no_contact`: there is one, but it names people by name alone.
 */
export function readReport(
  text: string,
  { hint, zone }: { hint: Provider | null; zone: string | null },
): Report | 'no_contact' | null {
  if (/^\uFEFF?\s*\{/.test(text)) return ofAnalytics(text)
  const records = recordsOf(text)
  const match = records && tableIn(records, hint)
  if (!match) return records?.some(({ record }) => isDashboard(record)) ? 'no_contact' : null
  const { format, head } = match
  const { record: header } = records[head]!
  const heads = header.map(headOf)
  const columnOf = placesOf(format, heads)
  const table = records.slice(head + 1)
  // Another table may follow, under a heading of its own.
  const end = table.findIndex(
    ({ record }) => record.filter(cell => cell.trim()).length < 2 && heads.length > 2,
  )
  const rows = end < 0 ? table : table.slice(0, end)
  const cellsOf =
    ({ record }: Entry) =>
    (field: Field) =>
      record[columnOf(field)]?.trim() ?? ''
  const times = rows.flatMap(row => [cellsOf(row)('joined'), cellsOf(row)('left')])
  const clock = new Clock(zone, times)
  const lines = rows.map(row => lineOf(cellsOf(row), row.info.lines, format, clock))
  return { provider: format.provider, lines, warnings: clock.warnings }
}

/** The analytics that BigBlueButton posts after a meeting: with the ids under which people have entered. */
function ofAnalytics(text: string): Report | null {
  const people = readAnalytics(text)
  if (!people) return null
  const lines = people.flatMap(({ id, stays }, index) =>
    stays.map(
      (interval): Line => ({
        line: index + 1,
        registration_id: isId('wbr', id) ? id : null,
        user_id: isId('usr', id) ? id : null,
        email: contactIn(id, 254).includes('@') ? id : null,
        phone: null,
        interval,
        total: 0,
        skipped: null,
        problem: isId('wbr', id) || isId('usr', id) || id.includes('@') ? null : 'contact_missing',
      }),
    ),
  )
  return { provider: 'bigbluebutton', lines, warnings: [] }
}

const isDashboard = (record: readonly string[]): boolean => {
  const heads = record.map(headOf)
  return dashboard.every(head => heads.includes(head))
}

interface Entry {
  record: string[]
  info: { lines: number }
}

/** Lines of which the delimiter is found. */
const beginning = 60

function recordsOf(csv: string): Entry[] | null {
  const first = csv.split('\n', beginning).join('\n')
  const count = (mark: string) => first.split(mark).length
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

const placesOf =
  ({ columns }: Format, heads: readonly string[]) =>
  (field: Field): number =>
    heads.findIndex(head => columns[field]?.includes(head))

/**
 * The table of the service that knows most of its columns; of several the last one, because hosts and panelists come before
 * attendees, and the sums of people before their stays.
 */
function tableIn(records: readonly Entry[], hint: Provider | null): { format: Format; head: number } | null {
  let best: { format: Format; head: number; score: number } | null = null
  for (const [head, { record }] of records.entries()) {
    if (record.length < 2) continue
    const heads = record.map(headOf)
    for (const format of formats) {
      const columnOf = placesOf(format, heads)
      const has = (field: Field) => columnOf(field) >= 0
      const isHead =
        (has('email') || has('phone') || has('registration_id')) && (has('joined') || has('duration'))
      if (!isHead) continue
      const knownNames = [...Object.values(format.columns).flat(), ...format.marks]
      const score =
        heads.filter(name => knownNames.includes(name)).length + (format.provider === hint ? 0.5 : 0)
      const isBetter =
        !best || score > best.score || (head > best.head && format.provider === best.format.provider)
      if (isBetter) best = { format, head, score }
    }
  }
  return best
}

/** A contact as the users service takes it; empty for what is none. */
const contactIn = (cell: string, most: number): string =>
  cell.length <= most && !cell.includes('\0') && cell.isWellFormed() ? cell : ''

const isNo = (cell: string) => /^(?:no|false)$/i.test(cell)
const isYes = (cell: string) => /^(?:yes|true)$/i.test(cell)

function lineOf(cell: (field: Field) => string, line: number, format: Format, clock: Clock): Line {
  const registration = cell('registration_id')
  const email = contactIn(cell('email'), 254)
  const contact = {
    registration_id: isId('wbr', registration) ? registration : null,
    user_id: null,
    email: email.includes('@') ? email : null,
    phone: contactIn(cell('phone').replace(/^--$/, ''), 40) || null,
  }
  const skipped = isNo(cell('attended')) ? 'absent' : isYes(cell('waiting')) ? 'waiting_room' : null
  if (skipped) return { line, ...contact, interval: null, total: 0, skipped, problem: null }
  const presence = presenceOf(cell, format, clock)
  const isKnown = contact.registration_id ?? contact.email ?? contact.phone
  const problem = isKnown === null ? ('contact_missing' as const) : presence.problem
  return { line, ...contact, ...presence, skipped: null, problem }
}

/** When the person was there: from a join to a leave, or for a duration from the join; else the duration alone. */
function presenceOf(
  cell: (field: Field) => string,
  { stays }: Format,
  clock: Clock,
): Pick<Line, 'interval' | 'total' | 'problem'> {
  const none = (problem: Problem) => ({ interval: null, total: 0, problem })
  const sum = (total: number) => ({ interval: null, total, problem: null })
  const duration = readDuration(cell('duration'))
  // From the first join to the last leave nobody has to have been there all the time.
  if (!stays && duration) return sum(duration)
  const from = cell('joined') ? clock.read(cell('joined')) : null
  if (from === 'zone') return duration ? sum(duration) : none('time_zone_needed')
  const leftAt = cell('left') ? clock.read(cell('left')) : null
  if (cell('joined') && !from) return duration ? sum(duration) : none('time_unreadable')
  const till =
    leftAt instanceof Date ? leftAt : from && duration ? new Date(from.getTime() + duration * 1000) : null
  if (from && till && till > from && till.getTime() - from.getTime() <= maxInterval)
    return { interval: { from, till }, total: 0, problem: null }
  if (duration) return sum(duration)
  return none(from ? 'time_unreadable' : 'presence_missing')
}

/** A day: a longer one is a mistake of the report. */
const maxInterval = maxDuration * 1000
