// Mails the links that confirm new addresses. The token is created here and only its digest is stored, so the waiting
// row contains no secret. School by school, so that the requests of one delay no other.
import { randomBytes } from 'node:crypto'
import { formatTime } from '@lms/contract'
import { inSchool, lazyStores, type Runtime, scheduled, step, type Work } from '@lms/service-host'
import { isUnknownReceiver, type Mailer, mailerOf } from '@lms/service-host/mail'
import { mailLooks } from '@lms/site/contract'
import { builder } from '../../builder.ts'
import {
  addressDigest,
  changeMail,
  linkLife,
  mailableAt,
  maxTries,
  pauseAfter,
  pauses,
  tokenEntropy,
  tokenHash,
  tokenOf,
} from './change.rules.ts'

const atOnce = 20
const AllStores = lazyStores(builder.stores)

interface Due {
  school: string
  user: string
  email: string
  tries: number
  requestId: string
}

/** Sends due mails, at most one to an address. */
export async function sendConfirmations(runtime: Runtime): Promise<void> {
  const mailer = mailerOf(runtime)
  if (!mailer) return
  const due = await takeDue(runtime)
  const addresses = Map.groupBy(due, ({ school, email }) => `${school} ${addressDigest(email)}`)
  await Promise.all([...addresses.values()].map(([first]) => sendOne(first!, mailer, runtime)))
}

/** Takes due mails, by turns of schools; each is postponed first, so that a crash does not send it again at once. */
async function takeDue({ system, clock }: Runtime): Promise<Due[]> {
  const now = clock.now()
  const rows = await system.rows(
    step(
      `update users.email_changes c set next_at = $2
       from (select school_id, id, row_number() over (partition by school_id order by next_at, id) as turn, next_at
             from users.email_changes where next_at <= $1 and expires_at > $1
             order by turn, next_at limit ${atOnce}) due
       where c.school_id = due.school_id and c.id = due.id and c.next_at = due.next_at
       returning c.school_id, c.id, c.email, c.tries, c.request_id`,
      [formatTime(now), formatTime(new Date(now.getTime() + pauseAfter(0)))],
    ),
  )
  return rows.map(([school, user, email, tries, requestId]) => ({
    school: school!,
    user: user!,
    email: email!,
    tries: Number(tries),
    requestId: requestId!,
  }))
}

async function sendOne(due: Due, mailer: Mailer, runtime: Runtime): Promise<void> {
  const { school, requestId, email, user } = due
  const within = <T>(act: (work: Work) => Promise<T>) => inSchool(school, runtime, act, { requestId })
  try {
    const token = tokenOf(randomBytes(tokenEntropy))
    const planned = await within(work => plan(due, token, work))
    if (!planned) return
    const look = await runtime
      .client('site', { mailLooks }, { school: school as never, requestId })
      .mailLooks.show({ body: {} })
    const link = planned.isAddressTaken ? null : `${look.url}/email-confirmations/${token}`
    await mailer.send({ to: email, ...changeMail({ look, email, link }) })
    await within(async ({ work }) => {
      work.write(
        `update "users"."email_changes" set next_at = null where school_id = $1 and id = $2 and token_hash = $3`,
        [school, user, tokenHash(token)],
      )
      new AllStores(work).emailChanges.noteMail(addressDigest(email), user)
    })
  } catch (error) {
    runtime.log.warn({ err: error, request_id: requestId }, 'a confirmation mail was not sent')
    await within(work => putOff(isUnknownReceiver(error) ? { ...due, tries: maxTries } : due, work))
  }
}

/** Records the token of the next mail; null if the mail must wait, or is not needed any more. */
async function plan(
  { user, email }: Due,
  token: string,
  { work, now }: Work,
): Promise<{ isAddressTaken: boolean } | null> {
  const { emailChanges, users } = new AllStores(work)
  const time = Date.parse(now)
  const at = (ms: number) => formatTime(new Date(ms))
  const [recent, person, isAddressTaken] = await Promise.all([
    emailChanges.recent(addressDigest(email), user, at(time - pauses.address)),
    users.find(user),
    users.isTaken(email, user),
  ])
  const set = (columns: string, values: (string | null)[]) =>
    work.write(
      `update "users"."email_changes" set ${columns} where school_id = $1 and id = $2 and email = $3`,
      [work.school, user, email, ...values],
    )
  const next = mailableAt(recent, time)
  if (person?.status !== 'active') set('next_at = null', [])
  else if (next > time) set('next_at = $4', [at(next)])
  else set('token_hash = $4, expires_at = $5', [tokenHash(token), at(time + linkLife)])
  return person?.status === 'active' && next === time ? { isAddressTaken } : null
}

async function putOff({ user, email, tries }: Due, { work, now }: Work): Promise<void> {
  const next = tries + 1 < maxTries ? formatTime(new Date(Date.parse(now) + pauseAfter(tries))) : null
  work.write(
    `update "users"."email_changes" set tries = tries + 1, next_at = $4
     where school_id = $1 and id = $2 and email = $3 and next_at is not null`,
    [work.school, user, email, next],
  )
}

export const confirmationsTask = scheduled('send-confirmations', '*/2 * * * * *', sendConfirmations)

/** Deletes expired requests, and records of mails older than an hour. */
export const removeConfirmations = scheduled(
  'forget-confirmations',
  '2-59/10 * * * *',
  async ({ system, clock }) => {
    const now = clock.now()
    await system.run([
      step('delete from users.email_changes where expires_at <= $1', [formatTime(now)]),
      step('delete from users.recent_mails where sent_at <= $1', [
        formatTime(new Date(now.getTime() - pauses.address)),
      ]),
    ])
  },
)
