// Erases schools, step by step. Each step is committed with its place, and can be made again: a process that dies loses
// nothing. An erasure ends after a round over everything that began when nothing was under way any more, and found nothing.
import { ApiError, Refused } from '@lms/contract'
import { streams, subjectsOfSchool } from '@lms/events'
import { hostOperations, type Runtime, scheduled } from '@lms/service-host'
import { erasingRefusals, schoolErasing } from '@lms/site/contract'
import { type Counts, type ErasureRow, Erasures, type Place } from './erasure.store.ts'

/** Milliseconds after which a run leaves the rest to the next one. */
const runMs = 20_000
/** Erasures of one run. */
const most = 20
/**
 * Milliseconds after which nothing is under way any more that had begun before services closed the school: transactions
 * (statements end after 15 s, silent ones after 20 s), deliveries, messages that a relay had read.
 */
export const quietMs = 120_000

/** What stays until the end: the record of the school, by which the platform team's list shows that it is being erased. */
const retainedTables: Readonly<Record<string, string[]>> = { site: ['schools'] }

interface Step {
  readonly place: Place
  readonly counts?: Counts
  readonly closed_at?: string
  /** There is nothing to do now. */
  readonly waits?: boolean
}

/** Goes on with erasures. One that cannot go on does not hold up the others. */
export async function eraseSchools(runtime: Runtime): Promise<void> {
  const erasures = new Erasures(runtime.system)
  const until = performance.now() + runMs
  for (const row of await erasures.open(most)) {
    if (performance.now() > until) return
    await goOn(row, until, erasures, runtime)
  }
}

async function goOn(begin: ErasureRow, until: number, erasures: Erasures, runtime: Runtime): Promise<void> {
  let row: ErasureRow | null = begin
  try {
    while (row?.status === 'running' && performance.now() < until) {
      const { waits, ...next }: Step = await stepOf(row, runtime)
      if (waits && row.problem === null) return
      const isOver = next.place.part === 'end'
      const ended_at = isOver ? runtime.clock.now().toISOString() : null
      const status = isOver ? ('finished' as const) : row.status
      row = await erasures.save(row, { ...next, status, ended_at, problem: null })
      if (isOver) runtime.log.info({ school_id: begin.id, operator: begin.operator }, 'a school was erased')
      if (waits) return
    }
  } catch (error) {
    if (!row) throw error
    if (isResumed(error)) return erasures.drop(row)
    runtime.log.warn(
      { err: error, school_id: row.id },
      'the erasure of a school went no further and is repeated',
    )
    await erasures.save(row, { problem: problemOf(error) })
  }
}

/** Between the order and its first step the school was resumed: nothing has happened yet, and nothing does. */
const isResumed = (error: unknown) =>
  error instanceof ApiError && error.reason === erasingRefusals.school_not_suspended.reason

const problemOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof Refused
    ? error.message.slice(0, 500)
    : 'The log of the service area says why (“the erasure of a school went no further”).'

async function stepOf(row: ErasureRow, runtime: Runtime): Promise<Step> {
  const { place } = row
  const names = Object.keys(runtime.config.serviceAddresses).sort()
  const scope = { school: row.id, requestId: row.request_id }
  const hostOf = (service: string) => runtime.client(service, { host: hostOperations }, scope).host
  const site = runtime.client('site', { schoolErasing }, scope).schoolErasing
  const now = runtime.clock.now()
  switch (place.part) {
    case 'mark':
      await site.mark({})
      return { place: { part: 'close', service: 0 } }
    case 'close': {
      const service = names[place.service]
      if (!service) return { place: round(now), closed_at: now.toISOString() }
      await hostOf(service).closeSchool({})
      return { place: { part: 'close', service: place.service + 1 } }
    }
    case 'remove': {
      const service = names[place.service]
      const { began_at, found } = place
      if (!service) return { place: { part: 'files', began_at, found } }
      const keep = { tables: retainedTables[service] ?? [], queue: null }
      const { more, removed } = await hostOf(service).removeRows({ body: { keep } })
      return {
        counts: withRows(row.counts, service, removed),
        place: { ...place, found: found || removed > 0, service: more ? place.service : place.service + 1 },
      }
    }
    case 'files': {
      const { more, removed } = await site.files({})
      const found = place.found || removed > 0
      return {
        counts: { ...row.counts, files: row.counts.files + removed },
        place: { ...place, found, part: more ? 'files' : 'messages' },
      }
    }
    case 'messages': {
      const removed = await purge(row.id, runtime)
      const isLast = !place.found && removed === 0 && Date.parse(place.began_at) >= quietAt(row)
      const counts = { ...row.counts, messages: row.counts.messages + removed }
      return { counts, place: { part: isLast ? 'registry' : 'rest' } }
    }
    case 'rest':
      return now.getTime() < quietAt(row) ? { place, waits: true } : { place: round(now) }
    case 'registry': {
      const { more, removed } = await hostOf('site').removeRows({
        body: { keep: { tables: [], queue: null } },
      })
      return { counts: withRows(row.counts, 'site', removed), place: { part: more ? 'registry' : 'end' } }
    }
    case 'end':
      return { place }
  }
}

const round = (now: Date): Place => ({
  part: 'remove',
  service: 0,
  began_at: now.toISOString(),
  found: false,
})

const quietAt = ({ closed_at }: ErasureRow): number => Date.parse(closed_at!) + quietMs

const withRows = ({ rows, ...others }: Counts, service: string, removed: number): Counts => ({
  ...others,
  rows: { ...rows, [service]: (rows[service] ?? 0) + removed },
})

/** Removes the messages of the school from all streams; how many there were. */
async function purge(school: string, { bus }: Runtime): Promise<number> {
  let removed = 0
  for (const [stream, filter] of Object.entries(subjectsOfSchool(school))) {
    const { name } = streams[stream as keyof typeof streams]
    removed += (await bus.manager.streams.purge(name, { filter })).purged
  }
  return removed
}

export const eraseSchoolsTask = scheduled('erase-schools', '*/5 * * * * *', eraseSchools)
