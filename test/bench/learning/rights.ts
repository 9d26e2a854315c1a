// How soon an ended right is felt in one school while another one grants a hundred thousand.
import { setTimeout as pause } from 'node:timers/promises'
import { asOwner } from '@lms/testing'
import { schoolWithStudies } from '../../../services/learning/src/testing/flows.ts'
import type { AreaRig } from '../area.ts'
import { copyRow } from '../growth/system.ts'
import { median } from '../load.ts'
import { printTable } from '../webhooks/table.ts'

const grants = 100_000
const times = 20

export async function rightsSection({ system, request }: AreaRig) {
  const [busy, quiet] = [await schoolWithStudies(system), await schoolWithStudies(system)]
  const first = await busy.grant(await busy.person())
  await asOwner(system.ownerUrl, async owner => {
    await owner.query('set synchronous_commit = off')
    const own = {
      id: `'acc_0' || left(md5('a' || n), 25)`,
      user_id: `'usr_0' || left(md5('u' || n), 25)`,
      grant_key: `'g' || n`,
    }
    const condition = { sql: 'school_id = $1 and id = $2', values: [busy.owner.school, first.id] }
    await copyRow(owner, 'users.accesses', condition, [1, grants], own)
    await owner.query('analyze users.accesses, users.right_changes')
  })
  // The busy school reads its new rights for as long as this takes.
  const started = performance.now()
  let busyMs: number | null = null
  const reading = (async () => {
    while ((await request({ by: busy.owner, path: '/v1/enrollments?limit=1' })).status !== 200)
      await pause(100)
    busyMs = performance.now() - started
  })()
  const felt: number[] = []
  for (let count = 0; count < times; count++) {
    const user_id = await quiet.person()
    const { id } = await quiet.grant(user_id)
    const by = system.caller({ school: quiet.owner.school, role: 'student', user: user_id })
    const opens = async () => {
      const { body } = await request({ by, path: `/v1/lesson-schedule?course_id=${quiet.course.id}` })
      return body.data.some(({ status }: { status: string }) => status === 'open')
    }
    while (!(await opens())) await pause(50)
    await quiet.users.accesses.revoke({ path: { id } })
    const ended = performance.now()
    while (await opens()) await pause(10)
    felt.push(performance.now() - ended)
  }
  const during = busyMs === null ? 'all of it' : `the first ${(busyMs / 1000).toFixed(1)} s`
  printTable(
    `${times} rights that end while another school's ${grants} grants wait to be read (${during})`,
    ['', 'median ms', 'longest ms'],
    [['felt after', median(felt), Math.max(...felt)]],
  )
  await reading
  return { felt, busyMs }
}
