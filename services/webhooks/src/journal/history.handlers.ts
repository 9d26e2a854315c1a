import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray } from '@lms/service-host'
import { builder } from '../builder.ts'
import { history } from './history.contract.ts'

const pageSize = 500

export const historyHandlers = builder.implement(history, {
  aboutPeople: async ({ body, work }) => {
    // By the primary key: every event is in one page, also one that enters the journal late, if its id is later.
    const { rows } = await work.read(
      `select id, type, user_id, created_at from webhooks.events
       where school_id = $1 and id > $2 and user_id is not null and type = any($3::text[]) order by id limit ${pageSize}`,
      [work.school, body.after ?? '', textArray(body.types)],
    )
    const events = rows.map(([id, type, user_id, at]) => ({
      id: id as Id<'evt'>,
      type: type!,
      user_id: user_id as Id<'usr'>,
      at: readDatabaseTime(at!),
    }))
    return { events, next: events.length === pageSize ? events.at(-1)!.id : null }
  },

  sequence: async ({ body, work }) => {
    const { rows } = await work.read(
      'select sequence from webhooks.events where school_id = $1 and id = $2',
      [work.school, body.event_id],
    )
    return { sequence: rows[0] ? Number(rows[0][0]) : null }
  },

  last: async ({ work }) => {
    const { rows } = await work.read('select last from webhooks.sequences where school_id = $1', [
      work.school,
    ])
    return { sequence: rows[0] ? Number(rows[0][0]) : null }
  },
})
