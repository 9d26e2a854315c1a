// A hundred curators who take the next answer of a queue beside its SQL, and with a hundred times as many answers waiting.
import { asOwner } from '@lms/testing'
import { schoolOfStudy } from '../../../services/learning/src/testing/studying.ts'
import type { AreaRig, Request } from '../area.ts'
import { copyRow, withoutIndexes } from '../growth/system.ts'
import { grown } from './grown.ts'

const curatorCount = 100

export async function claimsSection(rig: AreaRig) {
  const { system } = rig
  const { api, course, lesson, owner, person, student } = await schoolOfStudy(system)
  const assignment = await api.assignments.create({ body: { lesson_id: lesson.id, title: 'A sky' } })
  const first = await student()
  const sent = await first.homework.create({
    body: { assignment_id: assignment.id, enrollment_id: first.enrollment.id, text: 'Three washes' },
  })
  const requests: Request[] = []
  for (let count = 0; count < curatorCount; count++) {
    const { id } = await person('curator')
    await api.curators.assign({ body: { curator_id: id, course_id: course.id } })
    const by = system.caller({ school: owner.school, role: 'curator', user: id })
    requests.push({ by, method: 'POST', path: '/v1/submissions/claim', body: {} })
  }
  const id = `left('${sent.id}', 14) || lpad(n::text, 16, '0')`
  const due = `interval '1 second' * n`
  const condition = (column: string) => ({
    sql: `school_id = $1 and ${column} = $2`,
    values: [owner.school, sent.id],
  })
  return grown(rig, `one claim of ${curatorCount} curators`, requests, (from, to) =>
    asOwner(system.ownerUrl, async client => {
      await client.query('set synchronous_commit = off')
      await withoutIndexes(client, ['learning.submissions', 'learning.review_queue'], async () => {
        await copyRow(client, 'learning.submissions', condition('id'), [from + 1, to], {
          id,
          enrollment_id: `'enr_' || lpad(n::text, 26, '0')`,
          user_id: `'usr_' || lpad(n::text, 26, '0')`,
          review_due_at: `t.review_due_at + ${due}`,
          // The first answer may have been claimed before the second time.
          status: `'submitted'`,
          curator_id: 'null',
          claim_expires_at: 'null',
        })
        await client.query(
          `insert into learning.review_queue (school_id, item_id, user_id, group_id, course_id, due_at)
           select school_id, id, user_id, group_id, course_id, review_due_at from learning.submissions
           where school_id = $1 and enrollment_id > 'enr_' || lpad($2::text, 26, '0')
             and enrollment_id <= 'enr_' || lpad($3::text, 26, '0')`,
          [owner.school, String(from), String(to)],
        )
      })
    }),
  )
}
