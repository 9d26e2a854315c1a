// What the tables of mailings and of campaigns have in common.
import type { Id } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { campaignFinished, type SendingEnd } from './finished-event.ts'

type SendingTable = 'mailings' | 'campaigns'

/** Whether it is being sent, pauses, or is over; nobody changes that until the end of the work. */
export async function holdSending(
  work: UnitOfWork,
  table: SendingTable,
  id: string,
): Promise<'running' | 'paused' | 'over'> {
  const { rows } = await work.lock(
    `select status from "crm"."${table}" where school_id = $1 and id = $2 for share`,
    [work.school, id],
  )
  const status = rows[0]?.[0]
  return status === 'running' || status === 'paused' ? status : 'over'
}

/** Those that are still to be sent: an index of their own leads to them, past all that have been sent. */
const unsent = `status in ('draft', 'scheduled', 'running', 'paused')`

export type AudienceList = 'tag_ids' | 'group_ids' | 'segment_ids'

/** The first few that are still to be sent to this tag, group or segment, or to nobody in it. */
export async function naming(
  work: UnitOfWork,
  table: SendingTable,
  list: AudienceList,
  id: string,
): Promise<string[]> {
  const { rows } = await work.read(
    `select id from "crm"."${table}" where school_id = $1 and ${unsent}
       and (audience->$2 ? $3 or audience->'exclude'->$2 ? $3) order by id limit 5`,
    [work.school, list, id],
  )
  return rows.map(([rowId]) => rowId!)
}

/** The first few that are still to be sent whose documents name an object. */
export async function segmentsOfSending(
  work: UnitOfWork,
  table: SendingTable,
  id: string,
): Promise<string[]> {
  const { rows } = await work.read(
    `select id from "crm"."${table}" where school_id = $1 and ${unsent} and named ? $2 order by id limit 5`,
    [work.school, id],
  )
  return rows.map(([rowId]) => rowId!)
}

/** Audiences of archives from before they could name the responses to a mailing name none. */
export function withResponses(work: UnitOfWork, table: SendingTable): void {
  work.write(
    `update "crm"."${table}" set audience = '{"responses": null}'::jsonb || audience
     where school_id = $1 and not audience ? 'responses'`,
    [work.school],
  )
}

type Ended = Omit<SendingEnd, 'kind' | 'mailing_id' | 'campaign_id' | 'status'> & { readonly status: string }

/** Tells the end of a mailing or a campaign. */
export function tellEnd(
  work: UnitOfWork,
  { name, topic, audience, status, started_at, finished_at, counts }: Ended,
  of: { mailing_id: Id<'mlg'> } | { campaign_id: Id<'cmp'> },
): void {
  work.outgoing.emit(campaignFinished, {
    kind: 'mailing_id' in of ? 'mailing' : 'campaign',
    ...{ mailing_id: null, campaign_id: null, ...of },
    ...{ name, topic, audience, status: status as SendingEnd['status'], started_at, finished_at, counts },
  })
}
