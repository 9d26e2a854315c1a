// Every service keeps answers for idempotent repetition; those that name a person lose what is personal when the
// person is anonymized, so that no service can forget to.
import { event, id, withoutPersonal } from '@lms/contract'
import { z } from 'zod'
import { houseOf } from '../service.ts'

const userAnonymized = event('user.anonymized', {
  when: 'personal data of a person were erased',
  object: z.looseObject({ id: id('usr') }),
  related: ['user_id'],
})

/** The house's own reaction, in every service. Answers under encryption name nobody, and go within a day. */
export const eraseAnswers = houseOf({}).reaction('erase-answers', userAnonymized, async ({ event, work }) => {
  const userId = event.data.object.id
  const table = `"${work.schema}".idempotency_keys`
  const { rows } = await work.lock(
    `select key, answer from ${table} where school_id = $1 and position($2 in answer) > 0 for update`,
    [work.school, userId],
  )
  for (const [key, answer] of rows)
    work.write(`update ${table} set answer = $3 where school_id = $1 and key = $2`, [
      work.school,
      key!,
      JSON.stringify(withoutPersonal(JSON.parse(answer!), { userId })),
    ])
})
