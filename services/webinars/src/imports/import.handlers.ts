import { hasPermission, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { liveOf } from '../attendance/attendance.rules.ts'
import { fixLive, joinedSlots } from '../attendance/fix.ts'
import { builder, type Stores } from '../builder.ts'
import { rowsOf, slotsBetween } from '../presence/slots.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { attendanceImports, type ImportReport, maxLines, refusals } from './import.contract.ts'
import { readInThread } from './in-report-thread.ts'
import type { Line } from './report.ts'
import { reportOf } from './report-file.ts'

type At = Pick<Work, 'work' | 'runtime' | 'emit'>
type Matched = Omit<Line, 'user_id'> & Pick<ImportReport['lines'][number], 'user_id' | 'by'>

export const importHandlers = builder.implement(attendanceImports, {
  run: async ({ body, caller, charge, ...ctx }, stores) => {
    const session = await stores.sessions.find(body.session_id)
    if (!session) throw new Refused(refusals.session_unknown)
    if (session.status === 'canceled') throw new Refused(refusals.session_called_off)
    const csv = await reportOf(body, ctx)
    const sender = { school: ctx.work.school, charge }
    const report = await readInThread({ csv, hint: body.provider, zone: body.time_zone }, sender)
    if (!report) throw new Refused(refusals.report_unreadable)
    if (report === 'no_contact') throw new Refused(refusals.report_nameless)
    const { provider, warnings, lines } = report
    if (lines.length > maxLines) throw new Refused(refusals.report_too_long)
    const matched = await matchedLines(session, lines, ctx, stores)
    const presences = joined(matched)
    // A table of addresses would tell whose they are.
    const mayReadPeople = hasPermission(caller.rights, 'users:read')
    return {
      id: session.id,
      dry_run: body.dry_run,
      provider,
      warnings,
      matched: presences.size,
      changed: await take(session, presences, body.dry_run, ctx, stores),
      lines: matched.map(line => ({
        line: line.line,
        user_id: mayReadPeople ? line.user_id : null,
        by: line.by,
        live_seconds: line.problem || line.skipped ? 0 : secondsOf(line),
        skipped: line.skipped,
        problem:
          line.problem ?? (line.user_id === null && !line.skipped ? ('person_unknown' as const) : null),
      })),
    }
  },
})

/** Contacts that the users service matches in one call. */
const contactsAtOnce = 1000

/** The person of each line: by registration for this session, then as the users service matches contacts. */
async function matchedLines(
  session: SessionRow,
  lines: readonly Line[],
  { work, runtime }: At,
  { registrations }: Stores,
): Promise<Matched[]> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const contacts = lines.map(({ email, phone }) => ({ email, phone }))
  const { match } = runtime.client('users', { people }, scope).people
  const slices = Array.from({ length: Math.ceil(contacts.length / contactsAtOnce) }, (_, index) =>
    contacts.slice(index * contactsAtOnce, (index + 1) * contactsAtOnce),
  )
  const [registered, participants, ...matched] = await Promise.all([
    registrations.many(lines.flatMap(({ registration_id }) => registration_id ?? [])),
    registrations.registeredAmong(session.id, [...new Set(lines.flatMap(({ user_id }) => user_id ?? []))]),
    ...slices.map(slice => match({ body: { contacts: slice } })),
  ])
  const matches = matched.flatMap(each => each.matches)
  const participantIds = new Set(participants)
  const owners = new Map<string, Id<'usr'>>(
    registered.filter(({ session_id }) => session_id === session.id).map(({ id, user_id }) => [id, user_id]),
  )
  return lines.map((line, index) => {
    const owner = line.registration_id === null ? undefined : owners.get(line.registration_id)
    if (owner) return { ...line, user_id: owner, by: 'registration' as const }
    if (line.user_id !== null && participantIds.has(line.user_id))
      return { ...line, user_id: line.user_id as Id<'usr'>, by: 'registration' as const }
    const { user_id, by } = matches[index]!
    return { ...line, user_id, by }
  })
}

interface Presence {
  slots: Set<number>
  total: number
}

/** The presence of each person, from all of their lines. */
function joined(lines: readonly Matched[]): Map<Id<'usr'>, Presence> {
  const presences = new Map<Id<'usr'>, Presence>()
  for (const { user_id, problem, skipped, interval, total } of lines) {
    if (user_id === null || problem !== null || skipped !== null) continue
    const of = presences.get(user_id) ?? { slots: new Set<number>(), total: 0 }
    for (const slot of interval ? slotsBetween(interval.from, interval.till) : []) of.slots.add(slot)
    presences.set(user_id, { slots: of.slots, total: of.total + total })
  }
  return presences
}

const secondsOf = ({ interval, total }: Pick<Line, 'interval' | 'total'>): number =>
  interval ? liveOf(slotsBetween(interval.from, interval.till), 0).live_seconds : total

/** Sets what the report says, and fixes the attendance; the number of people for whom that is new or more. */
async function take(
  session: SessionRow,
  presences: ReadonlyMap<Id<'usr'>, Presence>,
  dryRun: boolean,
  ctx: At,
  stores: Stores,
): Promise<number> {
  const { attendance, people: directory, presence } = stores
  const ids = [...presences.keys()].sort()
  if (dryRun) {
    const [stored, rows] = await Promise.all([
      presence.liveOf(session.id, ids),
      attendance.ofSession(session.id, ids),
    ])
    return [...presences].filter(([user_id, { slots, total }]) => {
      const before = rows.get(user_id)
      const all = joinedSlots(stored.get(user_id), slots)
      const live = liveOf(all, Math.max(total, before?.total_seconds ?? 0))
      return !before || live.live_seconds > before.live_seconds
    }).length
  }
  for (const id of ids) directory.lockShared(id)
  const fixed = [...presences].map(([user_id, { slots, total }]) => ({ user_id, slots, total }))
  presence.setLive(
    session.id,
    ids.map(user_id => ({ user_id, rows: rowsOf(presences.get(user_id)!.slots) })),
  )
  return (await fixLive(session, fixed, ctx, stores)).length
}
