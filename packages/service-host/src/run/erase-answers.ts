// The personal data that every service stores besides its own tables: answers for idempotent repetition, and messages
// in its outbox, set-aside ones included. The host erases them when a person is anonymized, so that no service can
// forget to.
import {
  type Contract,
  envelopeWithoutPersonal,
  event,
  id,
  type Personal,
  personalPaths,
  withoutPersonal,
} from '@lms/contract'
import { z } from 'zod'
import { textArray } from '../database/statements.ts'
import { defineService } from '../define-service.ts'
import type { Reaction } from '../service.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

const userAnonymized = event('user.anonymized', {
  when: 'personal data of a person were erased',
  object: z.looseObject({ id: id('usr') }),
  related: ['user_id'],
})

/** The personal data in a service's events: for each type, the paths of its object. */
export const personalOf = ({ events }: Contract): Map<string, string[]> =>
  new Map(events.map(({ type, object }) => [type, personalPaths(object)]))

/** The host's own reaction, in every service. */
export function eraseStoredPersonal(contract: Contract): Reaction {
  const declared = personalOf(contract)
  return defineService({}).reaction('erase-answers', userAnonymized, async ({ event, work }) => {
    const userId = event.data.object.id
    await eraseAnswers([userId], work, { userId })
    for (const table of ['outbox', 'outbox_set_aside']) await eraseMessages(userId, table, declared, work)
  })
}

/**
 * Erases the personal data of kept answers in which one of these names of a person stands: the id, or an address where
 * nothing has the id. Encrypted answers contain no names, and expire within a day.
 */
export async function eraseAnswers(
  names: readonly string[],
  work: UnitOfWork,
  personal: Pick<Personal, 'userId'> = {},
): Promise<void> {
  const table = `"${work.schema}".idempotency_keys`
  const { rows } = await work.lock(
    `select key, answer from ${table} where school_id = $1 and exists (
       select from unnest($2::text[]) n where position(lower(n) in lower(answer)) > 0) for update`,
    [work.school, textArray(names)],
  )
  for (const [key, answer] of rows)
    work.write(`update ${table} set answer = $3 where school_id = $1 and key = $2`, [
      work.school,
      key!,
      JSON.stringify(withoutPersonal(JSON.parse(answer!), personal)),
    ])
}

async function eraseMessages(
  userId: string,
  name: string,
  declared: ReadonlyMap<string, string[]>,
  work: UnitOfWork,
): Promise<void> {
  const table = `"${work.schema}".${name}`
  const { rows } = await work.lock(
    `select position, subject, payload from ${table}
     where school_id = $1 and position($2 in payload) > 0 order by position for update`,
    [work.school, userId],
  )
  for (const [position, subject, payload] of rows)
    work.write(`update ${table} set payload = $3 where school_id = $1 and position = $2`, [
      work.school,
      position!,
      erased(subject!, payload!, declared),
    ])
}

function erased(subject: string, payload: string, declared: ReadonlyMap<string, string[]>): string {
  const [kind, , ...type] = subject.split('.')
  if (kind === 'events')
    return envelopeWithoutPersonal(payload, { declared: declared.get(type.join('.')) ?? [] })
  // Among messages between services, only audit records contain text of others: the client's own request id.
  const { client_request_id, ...rest } = JSON.parse(payload)
  return client_request_id === undefined ? payload : JSON.stringify({ ...rest, client_request_id: null })
}
