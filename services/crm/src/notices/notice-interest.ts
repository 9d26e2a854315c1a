// Of which events somebody is told: most schools tell nobody of most types.
import { type Listened, type Runtime, step, textArray } from '@lms/service-host'
import { choiceOf, Notifications } from '../settings/notifications.ts'
import { noticesAfter } from './notice-facts.ts'

/** Those of these types in these schools after which the school has people told something. */
export async function noticeInterest(
  listened: readonly Listened[],
  { system }: Pick<Runtime, 'system'>,
): Promise<Listened[]> {
  const schools = [...new Set(listened.map(({ school_id }) => school_id))]
  const rows = await system.rows(
    step(
      `select school_id, "values" -> 'notifications' from "crm"."settings" where school_id = any($1::text[])`,
      [textArray(schools)],
    ),
  )
  const chosenBySchool = new Map(
    rows.map(([school_id, text]) => [school_id!, Notifications.parse(JSON.parse(text ?? 'null') ?? [])]),
  )
  return listened.filter(({ school_id, type }) => {
    const chosen = chosenBySchool.get(school_id) ?? []
    return noticesAfter(type).some(notice => choiceOf(chosen, notice).send)
  })
}
