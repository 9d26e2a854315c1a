// How fast openings are told that fall on one instant: of 100,000 people with a start of their own, of a flow of 100,000,
// and of one person of another school just behind them.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { formatTime, type Id } from '@lms/contract'
import { asOwner } from '@lms/testing'
import type pg from 'pg'
import { schoolWithStudies } from '../../../services/learning/src/testing/flows.ts'
import type { AreaRig } from '../area.ts'
import { cpuOf } from '../cpu.ts'
import { copyRow } from '../growth/system.ts'
import { printTable } from '../webhooks/table.ts'

const people = 100_000
const day = 86_400_000
/** Milliseconds until the instant: the rows are written meanwhile. */
const ahead = 240_000

type School = Awaited<ReturnType<typeof schoolWithStudies>>

export const tellingSection = (rig: AreaRig) =>
  asOwner(rig.system.ownerUrl, async owner => {
    await owner.query('set synchronous_commit = off')
    const [own, flow, other] = [
      await schoolWithStudies(rig.system),
      await schoolWithStudies(rig.system),
      await schoolWithStudies(rig.system),
    ]
    const at = Date.now() + ahead
    const start = formatTime(new Date(at - day))
    const behind = formatTime(new Date(at - day + 100))
    await rule(own, 'own_start')
    await rule(other, 'own_start')
    await rule(flow, 'flow_start')
    const spring = await flow.flow(start)
    const [one, member, stranger] = [
      await startEnrollment(own, start),
      await flow.student(spring.id),
      await startEnrollment(other, behind),
    ]
    // What opened before the instant has been told by now.
    await pause(5000)
    await copies(owner, own, one, formatTime(new Date(at)))
    await copies(owner, flow, member.enrollment_id, null)
    await owner.query('analyze')
    const late = at - Date.now()
    if (late < 0) throw new Error(`The rows were written ${-late} ms after the instant.`)
    const before = { cpu: cpuOf([rig.pids.service]), postgres: cpuOf([rig.pids.postgres]), rss: rssOf(rig) }
    await pause(late)
    let most = before.rss
    const waitFor = async (isDone: () => Promise<boolean>) => {
      while (!(await isDone())) {
        most = Math.max(most, rssOf(rig))
        await pause(200)
      }
      return (Date.now() - at) / 1000
    }
    const looked = async (school: School, count: number, id: string | null = null) => {
      const { rows } = await owner.query(
        `select count(*)::int as n from learning.open_lessons
         where school_id = $1 and looked_at >= $2 and ($3::text is null or enrollment_id = $3)`,
        [school.owner.school, formatTime(new Date(at)), id],
      )
      return rows[0].n >= count
    }
    const countOpened = async (school: School) => (await school.opened()).length
    const [flowAfter, otherAfter, allAfter] = await Promise.all([
      waitFor(async () => (await countOpened(flow)) > 0),
      waitFor(() => looked(other, 1, stranger)),
      waitFor(() => looked(own, people)),
    ])
    const spent =
      (cpuOf([rig.pids.service]) - before.cpu + cpuOf([rig.pids.postgres]) - before.postgres) / people
    printTable(
      `${people} openings of one instant; ${spent.toFixed(2)} ms of CPU each; resident ${before.rss} MB before, ${most} MB at most`,
      ['', 'told after s'],
      [
        [`${people} people with starts of their own`, allAfter],
        [`a flow of ${people}, by one event`, flowAfter],
        ['one person of another school', otherAfter],
      ],
    )
    if ((await countOpened(flow)) !== 1)
      throw new Error(`The flow was told ${await countOpened(flow)} times.`)
    return { allAfter, flowAfter, otherAfter, cpuMs: spent, rssBefore: before.rss, rssMost: most }
  })

/** The second lesson opens a day after the start. */
const rule = ({ rule, lessons }: School, from: 'own_start' | 'flow_start') =>
  rule(lessons[1]!.id, [{ kind: 'days_after', from, days: 1 }])

/** Somebody who began then. */
async function startEnrollment(
  { api, person, grant, course }: School,
  starts_at: string,
): Promise<Id<'enr'>> {
  const user_id = await person()
  await grant(user_id)
  return (await api.enrollments.create({ body: { user_id, course_id: course.id, starts_at } })).id
}

/** Copies an enrollment with its right, its last look and, with an instant, the task that waits for it. */
async function copies(owner: pg.Client, { owner: { school } }: School, id: string, due: string | null) {
  const [study, user_id] = [
    `'enr_0' || left(md5('e' || n || t.school_id), 25)`,
    `'usr_0' || left(md5('u' || n || t.school_id), 25)`,
  ]
  const copy = (table: string, sql: string, own: Record<string, string>) =>
    copyRow(owner, table, { sql, values: [school, id] }, [1, people], own)
  const right = `school_id = $1 and (user_id, course_id) in (select user_id, course_id from learning.enrollments where id = $2)`
  await copy('learning.rights', right, { id: `'acs_0' || left(md5('a' || n || t.school_id), 25)`, user_id })
  await copy('learning.enrollments', 'school_id = $1 and id = $2', { id: study, user_id })
  await copy('learning.open_lessons', 'school_id = $1 and enrollment_id = $2', { enrollment_id: study })
  if (due)
    await owner.query(
      `insert into learning.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
       select t.school_id, 'open-lessons', 'job_0' || left(md5('t' || n || t.school_id), 25), ${study},
         json_build_object('enrollment_id', ${study})::text, 'waiting', $2::timestamptz, repeat('0', 32), now()
       from (select $1::text as school_id) t, generate_series(1, $3::int) n`,
      [school, due, people],
    )
}

/** Resident megabytes of the measured process. */
function rssOf({ pids }: AreaRig): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pids.service}/status`, 'utf8'))!
  return Math.round(Number(kb) / 1024)
}
