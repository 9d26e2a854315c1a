// The notice by e-mail: after the final failure of a delivery, and when all sends have failed for an hour (failing.ts), the
// school's administrators are told, at most once an hour for each subscription. The table says what is due, so replicas agree; deliveries know nothing of it.

import { inTurns, type Job, type Runtime, readDatabaseTime, step } from '@lms/service-host'
import { type Mailer, mailerOf } from '@lms/service-host/mail'
import { people } from '@lms/users/contract'
import { webhookFailed } from '../events/webhook-failed.ts'
import { house } from '../house.ts'
import { type Failure, noticeOf } from './notice.text.ts'

const turns = inTurns({ table: 'webhooks.notices', due: 'next_at', where: 'q.next_at is not null' })
/** Mails of one turn. */
const atOnce = 10
const mostTries = 4
/** Before the second try, and doubled with each further one; up to twice as long. */
const retryMs = 60_000
const daysKept = 90

/** Notes that a mail is due, an hour after the last one at the earliest. */
export const noteNotice = house.reaction('notice', webhookFailed, async ({ event, now, work, runtime }) => {
  if (!mailerOf(runtime)) return
  const { object } = event.data
  // Who switches a subscription off knows it.
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
})

interface Notice {
  school: string
  webhook: string
  /** What failed, or waits meanwhile. */
  delivery: string | null
  /** Since when all sends fail, where this is what is told. */
  failingSince: string | null
  requestId: string
  tries: number
}

/** Sends what is due, some of each school in turn; what fails comes again a few times, then it is given up. */
export async function sendNotices(runtime: Runtime): Promise<void> {
  const mailer = mailerOf(runtime)
  if (!mailer) return
  await turns(runtime, async (school, now) => {
    const due = await takeDue(school, now, runtime)
    await Promise.all(due.map(notice => sendOne(notice, mailer, runtime)))
  })
}

/** Takes due notices; each is put off for its next try first, so that neither a twin nor a crash sends it at once. */
async function takeDue(school: string, now: string, { system }: Runtime): Promise<Notice[]> {
  const rows = await system.rows(
    step(
      `update webhooks.notices n set tries = n.tries + 1,
         next_at = $1::timestamptz + make_interval(secs => $2::float8 * 2 ^ n.tries * (1 + random()))
       where (n.school_id, n.webhook_id) in (
         select school_id, webhook_id from webhooks.notices
         where school_id = $3 and next_at <= $1 order by next_at limit ${atOnce} for update skip locked
       )
       returning n.school_id, n.webhook_id, n.delivery_id, n.failing_since, n.request_id, n.tries`,
      [now, String(retryMs / 1000), school],
    ),
  )
  return rows.map(([school, webhook, delivery, failing, requestId, tries]) => ({
    school: school!,
    webhook: webhook!,
    delivery: delivery ?? null,
    failingSince: failing ? readDatabaseTime(failing) : null,
    requestId: requestId!,
    tries: Number(tries),
  }))
}

async function sendOne(notice: Notice, mailer: Mailer, runtime: Runtime): Promise<void> {
  const { school, webhook, requestId, tries } = notice
  try {
    const failure = await failureOf(notice, runtime)
    const { users } = await runtime
      .sibling('users', { people }, { school, requestId })
      .people.administrators({})
    const to = users.flatMap(({ email }) => (email ? [email] : []))
    if (failure && to.length) await mailer.send({ to, ...noticeOf(failure) })
    await settle(notice, runtime, { sent: true })
  } catch (error) {
    const givenUp = tries >= mostTries
    runtime.log.warn(
      { err: error, webhook, tries },
      givenUp ? 'the notice of a failed webhook was given up' : 'the notice of a failed webhook comes again',
    )
    if (givenUp) await settle(notice, runtime, { sent: false })
  }
}

/** What failed; null where the subscription or the delivery is gone, and where sends arrive again. */
async function failureOf(
  { school, webhook, delivery, failingSince }: Notice,
  { system }: Runtime,
): Promise<Failure | null> {
  const [row] = await system.rows(
    step(
      `select s.url, s.description, d.id, d.event_type, d.event_id, a.error, a.error_detail, a.response_code
       from webhooks.subscriptions s
       left join webhooks.deliveries d on d.school_id = s.school_id and d.id = $3
       left join lateral (
         select error, error_detail, response_code from webhooks.attempts a
         where a.school_id = d.school_id and a.delivery_id = d.id order by a.id desc limit 1
       ) a on true
       left join webhooks.health h on h.school_id = s.school_id and h.webhook_id = s.id
       where s.school_id = $1 and s.id = $2
         and case when $4::timestamptz is null then d.id is not null else h.failing_since = $4 end`,
      [school, webhook, delivery, failingSince],
    ),
  )
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

/** Ends a notice, unless a newer failure has come in between: then an hour passes first. */
async function settle(
  { school, webhook, delivery }: Notice,
  { system, clock }: Runtime,
  { sent }: { sent: boolean },
): Promise<void> {
  await system.run([
    step(
      `update webhooks.notices set tries = 0, sent_at = case when $5::bool then $4::timestamptz else sent_at end,
         next_at = case when delivery_id is distinct from $3 then $4::timestamptz + interval '1 hour' end
       where school_id = $1 and webhook_id = $2`,
      [school, webhook, delivery, clock.now().toISOString(), sent ? 't' : 'f'],
    ),
  ])
}

export const noticesJob: Job = { name: 'send-notices', everySeconds: 2, run: sendNotices }

export const forgetNoticesJob: Job = {
  name: 'forget-notices',
  everySeconds: 3600,
  run: async ({ system }) =>
    void (await system.run([
      step(`delete from webhooks.notices where updated_at < now() - interval '${daysKept} days'`),
    ])),
}
