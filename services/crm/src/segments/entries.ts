import type { Id } from '@lms/contract'
import { readDatabaseTime, textArray } from '@lms/service-host'
import { builder } from '../builder.ts'
import { maxEntries, segmentEntries } from './entries.contract.ts'

export const entriesHandlers = builder.implement(segmentEntries, {
  since: async ({ body: { segment_ids, since, after }, work }) => {
    const cursor = after ?? { at: since, segment_id: '', user_id: '' }
    const { rows } = await work.read(
      `select m.* from unnest($2::text[]) s (id) cross join lateral (
         select at, segment_id, user_id from "crm"."segment_moves"
         where school_id = $1 and segment_id = s.id and kind = 'entered' and cause <> 'change'
           and at >= $3::timestamptz and (at, segment_id, user_id) > ($3::timestamptz, $4, $5)
         order by at, user_id limit ${maxEntries}) m
       order by m.at, m.segment_id, m.user_id limit ${maxEntries}`,
      [work.school, textArray(segment_ids), cursor.at, cursor.segment_id, cursor.user_id],
    )
    return {
      entries: rows.map(([at, segment_id, user_id]) => ({
        at: readDatabaseTime(at!),
        segment_id: segment_id as Id<'seg'>,
        user_id: user_id as Id<'usr'>,
      })),
    }
  },
})
