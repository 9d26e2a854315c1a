// How new segments are. What was committed before is in them when everybody who reads of it has processed it, and the people
// whom that concerns were looked at.
import { type EventReader, textArray, type UnitOfWork, type Work } from '@lms/service-host'
import { builder } from '../builder.ts'
import { eventSources } from '../facts/fact-sources.ts'
import { onPersonEvents } from './follow.run.ts'
import { segmentsUpToDate, type UpToDate } from './up-to-date.contract.ts'

/** The services and the types of the events from which facts follow. */
export const factEvents = {
  sources: eventSources,
  types: onPersonEvents.to.map(({ type }) => type),
}
/** The reaction by which they follow. */
export const factsReader: EventReader = { service: 'crm', reactions: [onPersonEvents.name] }
/** Accesses and groups follow from orders, spending from merges. */
const readers: EventReader[] = [{ service: 'users' }, { service: 'commerce' }, factsReader]

/** Whoever waits looks again after this time, in milliseconds. */
export const lookAgainMs = 300

/**
 * Where a wait has come that began at `null`: null again when segments have seen everything that was committed before it
 * began. Calls other services: before anything is locked.
 */
export async function upToDate(
  progress: UpToDate | null,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<UpToDate | null> {
  if (progress?.checks) return (await areToCheck(progress.checks, work)) ? progress : null
  const scope = { school: work.school, requestId: work.origin.requestId }
  const events = await runtime.catchUp(progress?.events ?? null, { ...factEvents, readers }, scope)
  if (events) return { events, checks: null }
  const checks = runtime.clock.now().toISOString().replace('Z', '+00:00')
  return (await areToCheck(checks, work)) ? { events: null, checks } : null
}

/** Whether people who were to be looked at by this time still are. */
async function areToCheck(by: string, work: UnitOfWork): Promise<boolean> {
  const { rows } = await work.read(
    `select 1 from "crm"."segment_checks" where school_id = $1 and at <= $2::timestamptz limit 1`,
    [work.school, by],
  )
  return rows.length > 0
}

/** Those of these people who are still to be looked at for a segment, because of a change or because time has passed. */
export async function uncheckedAmong(ids: readonly string[], work: UnitOfWork): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await work.read(
    `select user_id from "crm"."segment_checks" where school_id = $1 and user_id = any($2::text[])
     union
     select id from "crm"."segment_people" where school_id = $1 and id = any($2::text[]) and due_at <= $3::timestamptz`,
    [work.school, textArray(ids), work.now],
  )
  return new Set(rows.map(([id]) => id!))
}

export const upToDateHandlers = builder.implement(segmentsUpToDate, {
  wait: async ({ body, work, runtime }) => ({ place: await upToDate(body.place, { work, runtime }) }),
})
