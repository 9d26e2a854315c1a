// Learning: requests beside the same SQL, and the same requests after the school has a hundred times as many enrollments.

import { learningService } from '@lms/learning/service'
import { siteService } from '@lms/site/service'
import { asOwner } from '@lms/testing'
import { usersService } from '@lms/users/service'
import type pg from 'pg'
import { startArea } from '../area.ts'
import { copyRow, withoutIndexes } from '../growth/system.ts'
import { printTable } from '../webhooks/table.ts'
import { certificatesSection } from './certificates.ts'
import { claimsSection } from './claims.ts'
import { few, many } from './grown.ts'
import { rightsSection } from './rights.ts'
import { makeStudies } from './school.ts'
import { tellingSection } from './telling.ts'

const main = new URL('../../../services/learning/src/main.ts', import.meta.url)

export async function learningSection({
  rounds,
  seconds,
  section,
}: {
  rounds: number
  seconds: number
  section?: string | undefined
}) {
  const all = ['requests', 'telling', 'rights', 'claims', 'certificates']
  if (section && !all.includes(section))
    throw new Error(`There is no section learning/${section}; there are ${all.join(', ')}.`)
  const rig = await startArea([usersService, siteService, learningService], main, { rounds, seconds })
  try {
    if (section === 'telling') return { telling: await tellingSection(rig) }
    if (section === 'rights') return { rights: await rightsSection(rig) }
    if (section === 'claims') return { claims: await claimsSection(rig) }
    if (section === 'certificates') return { certificates: await certificatesSection(rig) }
    const studies = await makeStudies(rig.system)
    const requests = Object.entries(studies.requests)
    const beside = []
    for (const [name, all] of requests) beside.push(await rig.beside(name, all))
    const measured = new Map<string, number[]>(requests.map(([name]) => [name, []]))
    let filled = 0
    for (const size of [few, many]) {
      await asOwner(rig.system.ownerUrl, owner => fillEnrollments(owner, studies, filled, size))
      filled = size
      for (const [name, all] of requests) measured.get(name)!.push(await rig.alone(name, all))
    }
    printTable(
      `CPU ms a request with ${few} and with ${many} enrollments of the course`,
      ['', 'few', 'many', 'ratio'],
      [...measured].map(([name, [before, after]]) => [name, before!, after!, after! / before!]),
    )
    const requestsOnly = { beside, grown: Object.fromEntries(measured) }
    if (section) return requestsOnly
    return {
      ...requestsOnly,
      telling: await tellingSection(rig),
      rights: await rightsSection(rig),
      claims: await claimsSection(rig),
      certificates: await certificatesSection(rig),
    }
  } finally {
    await rig.stop()
  }
}

/** Copies an enrollment with its progress, from the `from`th to the `to`th. */
async function fillEnrollments(
  owner: pg.Client,
  { school, courseId, enrollmentIds }: Awaited<ReturnType<typeof makeStudies>>,
  from: number,
  to: number,
) {
  await owner.query(`set synchronous_commit = off`)
  await withoutIndexes(owner, ['learning.enrollments'], () =>
    copyRow(
      owner,
      'learning.enrollments',
      { sql: 'school_id = $1 and id = $2 and course_id = $3', values: [school, enrollmentIds[0], courseId] },
      [from + 1, to],
      { id: `left(t.id, 14) || left(md5('e' || n), 16)`, user_id: `'usr_0' || left(md5('u' || n), 25)` },
    ),
  )
}
