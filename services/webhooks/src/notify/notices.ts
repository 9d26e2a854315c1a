// Notices by e-mail to the school's administrators: after the final failure of a delivery, and when all sends have
// failed for an hour (failing.ts), at most once an hour for each subscription. The table records what is due, so
// replicas agree; deliveries know nothing of it.

import { id } from '@lms/contract'
import { mailOf } from '@lms/html/mail'
import { enqueue, readDatabaseTime, scheduled, step, task, type Work } from '@lms/service-host'
import { CircularProgress, mailerOf, untilWhole } from '@lms/service-host/mail'
import { mailLooks } from '@lms/site/contract'
import { people } from '@lms/users/contract'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { webhookFailed } from '../webhooks/webhook-failed.ts'
import { type Failure, noticeOf } from './notice-text.ts'

/** A notice by e-mail to the administrators about one subscription. */
const sendNotice = task('send-notice', {
  returns: 'never',
  payload: z.object({ webhook_id: id('whk') }),
  state: z.object({ receivers: CircularProgress.shape.receivers.default([]) }),
  attempts: 4,
  pause: 60,
  counted: false,
})

const daysKept = 90

/** Records that a mail is due, an hour after the last one at the earliest. */
export const noteNotice = builder.reaction('notice', webhookFailed, async ({ event, now, work, runtime }) => {
  if (!mailerOf(runtime)) return
  const { object } = event.data
  // The school that deactivates a subscription knows it.
  if (!('webhook_id' in object)) return
  const { id, webhook_id } = object
  work.write(
    `insert into webhooks.notices as n (school_id, webhook_id, delivery_id, request_id, next_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (school_id, webhook_id) do update set
       delivery_id = excluded.delivery_id, failing_since = null, request_id = excluded.request_id, updated_at = excluded.updated_at,
       next_at = coalesce(n.next_at, greatest(excluded.next_at, n.sent_at + interval '1 hour'))`,
    [work.school, webhook_id, id, work.origin.requestId, now],
  )
  enqueue(work, sendNotice, { webhook_id }, { key: webhook_id })
})

/** Sends a due notice. */
export const sendNoticeTask = builder.externalCall(sendNotice, {
  prepare: async ({ payload: { webhook_id }, state, ...work }) => {
    const notice = mailerOf(work.runtime) && (await waitingNotice(webhook_id, work))
    if (!notice) return null
    if (notice.due > work.work.origin.now) return { notice, isDue: false, mail: null }
    const failure = await failureOf(notice, work)
    const scope = { school: work.work.school, requestId: work.work.origin.requestId }
    const { users } = await work.runtime.client('users', { people }, scope).people.administrators({})
    const to = users.flatMap(({ email }) => (email ? [email] : []))
    if (!failure || to.length === 0) return { notice, isDue: true, mail: null }
    const look = await work.runtime.client('site', { mailLooks }, scope).mailLooks.show({ body: {} })
    return {
      notice,
      isDue: true,
      mail: { to, receivers: state?.receivers ?? [], ...mailOf(look, noticeOf(failure)) },
    }
  },

  call: async (prepared, { key, runtime }) => {
    if (!prepared) return null
    const { mail, ...due } = prepared
    return { ...due, sent: mail && (await mailerOf(runtime)!.sendToAll({ ...mail, key }, mail.receivers)) }
  },

  finish: async ({ outcome, ...work }) => {
    if (!outcome) return undefined
    const { notice, isDue, sent } = outcome
    if (!isDue) return { state: { receivers: [] }, at: notice.due }
    const next = sent ? untilWhole(sent, work.now) : undefined
    if (!next) settle(notice, work)
    return next
  },
})

interface Notice {
  webhook: string
  /** The failed or waiting delivery. */
  delivery: string | null
  /** Since when all sends fail, if the notice is about this. */
  failingSince: string | null
  due: Date
}

/** The notice of a subscription that is still to be sent. */
async function waitingNotice(webhook: string, { work }: Pick<Work, 'work'>): Promise<Notice | null> {
  const { rows } = await work.read(
    `select delivery_id, failing_since, next_at from webhooks.notices
     where school_id = $1 and webhook_id = $2 and next_at is not null`,
    [work.school, webhook],
  )
  if (!rows[0]) return null
  const [delivery, failing, due] = rows[0]
  return {
    webhook,
    delivery: delivery ?? null,
    failingSince: failing ? readDatabaseTime(failing) : null,
    due: new Date(readDatabaseTime(due!)),
  }
}

/**
 * The failure, from its last attempt (the first is part of the delivery); null if the subscription or the delivery is
 * gone, or sends arrive again.
 */
async function failureOf(
  { webhook, delivery, failingSince }: Notice,
  { work }: Pick<Work, 'work'>,
): Promise<Failure | null> {
  const { rows } = await work.read(
    `select s.url, s.description, d.id, d.event_type, d.event_id,
       case when a.id is null then d.error else a.error end, case when a.id is null then d.error_detail else a.error_detail end,
       case when a.id is null then d.response_code else a.response_code end
       from webhooks.subscriptions s
       left join webhooks.deliveries d on d.school_id = s.school_id and d.id = $3
       left join lateral (
         select a.id, error, error_detail, response_code from webhooks.attempts a
         where a.school_id = d.school_id and a.delivery_id = d.id order by a.id desc limit 1
       ) a on true
       left join webhooks.health h on h.school_id = s.school_id and h.webhook_id = s.id
       where s.school_id = $1 and s.id = $2
         and case when $4::timestamptz is null then d.id is not null else h.failing_since = $4 end`,
    [work.school, webhook, delivery, failingSince],
  )
  const [row] = rows
  if (!row) return null
  const [url, description, id, eventType, eventId, error, detail, code] = row
  return {
    webhookId: webhook,
    url: url!,
    description: description ?? null,
    failingSince,
    delivery: id ? { id, eventType: eventType!, eventId: eventId! } : null,
    error: error ? [error, detail].filter(Boolean).join(' ') : null,
    responseCode: code === null || code === undefined ? null : Number(code),
  }
}

/** Ends a notice, unless a newer failure has come in between: that one has its own task, an hour later. */
function settle({ webhook, delivery }: Notice, { work, now }: Pick<Work, 'work' | 'now'>): void {
  work.write(
    `update webhooks.notices set sent_at = $4::timestamptz,
       next_at = case when delivery_id is distinct from $3 then $4::timestamptz + interval '1 hour' end
     where school_id = $1 and webhook_id = $2`,
    [work.school, webhook, delivery, now],
  )
}

export const removeNotices = scheduled('forget-notices', '6 * * * *', ({ system }) =>
  system.run([step(`delete from webhooks.notices where updated_at < now() - interval '${daysKept} days'`)]),
)
