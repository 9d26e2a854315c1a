// Reports of players about blocks, joined by block, and entered.
import type { BodyOf, Id } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { EnrollmentRow } from '../enrollments/enrollment.store.ts'
import { keyOf } from '../rights/right.store.ts'
import { schedulesOf } from '../schedule/enrollment-schedule.ts'
import type { BlockProgressRow, LessonBlockLength } from './block-progress.store.ts'
import { viewedPercent } from './completion.rules.ts'
import { enter, type Happened } from './enter.ts'
import type { LessonProgressRow, RuledLesson } from './lesson-progress.store.ts'
import type { progress } from './progress.contract.ts'
import { type ReadReport, readReport } from './report-schema.ts'
import { reported } from './watched.rules.ts'

type Reports = BodyOf<typeof progress.report>['reports']
export interface Warning {
  index: number
  kind: 'unreadable' | 'lesson_closed' | 'study_not_running' | 'too_fast'
  message: string
}
type Placed = ReadReport & { index: number }
interface BlockLocation {
  lesson: RuledLesson
  length: number | null
}

/** Enters the reports of a person; returns the progress of their lessons, and what was left out. */
export async function enterReports(
  reports: Reports,
  user_id: Id<'usr'>,
  stores: Stores,
  work: UnitOfWork,
): Promise<{
  lessons: LessonProgressRow[]
  blocks: BlockProgressRow[]
  warnings: Warning[]
  /** Blocks that are not there, or that the caller may not see. */
  unknown: ReadReport['block_id'][]
  accepted: number
}> {
  const warnings: Warning[] = []
  const warn = (index: number, kind: Warning['kind'], message: string) =>
    warnings.push({ index, kind, message })
  const read = reports.flatMap((statement, index): Placed[] => {
    const report = readReport(statement)
    if (!report) warn(index, 'unreadable', 'This statement names no block, or has unreadable segments.')
    return report ? [{ ...report, index }] : []
  })
  const { places: locations, beside } = await placesOf(read, stores)
  const knownReports = read.filter(({ block_id }) => locations.has(block_id))
  const courseOf = ({ block_id }: Placed) => locations.get(block_id)!.lesson.course_id
  const courses = [...new Set(knownReports.map(courseOf))]
  const enrollments = await stores.enrollments.lockPairs(courses.map(course_id => ({ user_id, course_id })))
  const running = knownReports.filter(report => {
    const { status } = enrollments.get(keyOf({ user_id, course_id: courseOf(report) })) ?? {}
    const runs = status === 'active' || status === 'completed'
    if (!runs) warn(report.index, 'study_not_running', 'The enrollment in this course does not run now.')
    return runs
  })
  const lessons: LessonProgressRow[] = []
  const blocks: BlockProgressRow[] = []
  const reported = new Set(running.map(({ block_id }) => locations.get(block_id)!.lesson.id))
  const closed = await closedIn([...enrollments.values()], reported, stores, work)
  const open = running.filter(({ index, block_id }) => {
    const isClosed = closed.has(locations.get(block_id)!.lesson.id)
    if (isClosed) warn(index, 'lesson_closed', 'This lesson is closed. GET /v1/lesson-schedule says why.')
    return !isClosed
  })
  for (const enrollment of enrollments.values()) {
    const own = open.filter(report => courseOf(report) === enrollment.course_id)
    const watched = await watch(enrollment, own, { locations, beside, warn }, stores, work)
    blocks.push(...watched.rows)
    lessons.push(...(await enter(enrollment, watched.happened, stores, work)))
  }
  return {
    lessons,
    blocks,
    warnings: warnings.sort((one, other) => one.index - other.index),
    unknown: [...new Set(read.map(({ block_id }) => block_id).filter(id => !locations.has(id)))],
    accepted: open.length,
  }
}

/** Those of the lessons that are closed to the person of these enrollments. */
async function closedIn(
  enrollments: readonly EnrollmentRow[],
  ids: ReadonlySet<string>,
  stores: Stores,
  work: UnitOfWork,
): Promise<ReadonlySet<string>> {
  const schedules = await schedulesOf(enrollments, stores, work.now, ids)
  const closed = schedules.flatMap(({ lessons }) => lessons.filter(({ status }) => status === 'closed'))
  return new Set(closed.map(({ lesson_id }) => lesson_id))
}

/** The blocks of the reports in lessons that the caller may see, and all blocks of these lessons. */
async function placesOf(read: readonly Placed[], { blockProgress, lessons }: Stores) {
  const blocks = await blockProgress.blocksBeside([...new Set(read.map(({ block_id }) => block_id))])
  const seen = await lessons.many([...new Set(blocks.map(({ lesson_id }) => lesson_id))])
  const lessonOf = new Map<string, RuledLesson>(seen.map(lesson => [lesson.id, lesson]))
  const visible = blocks.filter(({ lesson_id }) => lessonOf.has(lesson_id))
  return {
    places: new Map<string, BlockLocation>(
      visible.map(({ id, lesson_id, length }) => [id, { lesson: lessonOf.get(lesson_id)!, length }]),
    ),
    beside: Map.groupBy(visible, ({ lesson_id }) => lesson_id),
  }
}

interface Context {
  locations: ReadonlyMap<string, BlockLocation>
  beside: ReadonlyMap<string, LessonBlockLength[]>
  warn: (index: number, kind: Warning['kind'], message: string) => void
}

/** Stores the watched seconds of an enrollment; returns what happened in its lessons, and all of their blocks. */
async function watch(
  enrollment: EnrollmentRow,
  reports: readonly Placed[],
  { locations, beside, warn }: Context,
  { blockProgress, lessonProgress }: Stores,
  work: UnitOfWork,
): Promise<{ happened: Happened[]; rows: BlockProgressRow[] }> {
  const lessons = new Map(
    reports.map(({ block_id }) => locations.get(block_id)!.lesson).map(lesson => [lesson.id, lesson]),
  )
  const ids = [...lessons.keys()]
  const [stored, progressRows] = await Promise.all([
    blockProgress.of([enrollment.id], ids),
    lessonProgress.inLessons(enrollment.id, ids),
  ])
  const rows = new Map(stored.map(row => [row.block_id, row]))
  const changed = [...Map.groupBy(reports, ({ block_id }) => block_id)].map(([block_id, own]) => {
    const { lesson, length } = locations.get(block_id)!
    const before = rows.get(block_id)
    const since = before?.reported_at ?? progressRows.get(lesson.id)?.started_at
    const { watched, dropped } = reported(
      before?.watched ?? [],
      own.flatMap(({ segments }) => segments),
      { elapsed: since === undefined ? null : (Date.parse(work.now) - Date.parse(since)) / 1000, length },
    )
    if (dropped > 0)
      warn(own[0]!.index, 'too_fast', `${dropped} s were left out: nobody watches so much in so little time.`)
    const row: BlockProgressRow = {
      enrollment_id: enrollment.id,
      block_id,
      lesson_id: lesson.id,
      watched,
      ...positionAfter(before, own, work.now),
      reported_at: work.now,
    }
    rows.set(block_id, row)
    return row
  })
  blockProgress.save(changed)
  const happened = [...lessons.values()].map(lesson => ({
    lesson,
    changes: {
      viewed_percent: viewedPercent(
        (beside.get(lesson.id) ?? []).map(({ id, length }) => ({
          length,
          watched: rows.get(id)?.watched ?? null,
        })),
      ),
    },
  }))
  return { happened, rows: [...rows.values()] }
}

/** Where the player stood at the latest time, also if an older report comes later. */
function positionAfter(
  before: BlockProgressRow | undefined,
  reports: readonly Placed[],
  now: string,
): Pick<BlockProgressRow, 'position_seconds' | 'positioned_at'> {
  let latest = { position_seconds: before?.position_seconds ?? 0, positioned_at: before?.positioned_at ?? '' }
  for (const { position, at } of reports) {
    const positioned_at = at !== null && at < now ? at : now
    if (position !== null && positioned_at >= latest.positioned_at)
      latest = { position_seconds: Math.floor(position), positioned_at }
  }
  return { ...latest, positioned_at: latest.positioned_at || now }
}
