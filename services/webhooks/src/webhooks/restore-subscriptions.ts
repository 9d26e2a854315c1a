// The subscriptions of a restored school: inactive, with secrets of their own, behind everything that happened before.
import type { Work } from '@lms/service-host'
import { placeOf } from './sealed-secrets.ts'
import { newSecret } from './webhook.rules.ts'

/** Makes the channels of the subscriptions, which begin behind the last event of the journal; a repetition changes nothing. */
export async function restoreChannels({
  work,
  runtime,
}: Pick<Work, 'work' | 'runtime'>): Promise<readonly string[]> {
  const { school } = work
  const { rows } = await work.read(
    'select id, secret from webhooks.subscriptions where school_id = $1 order by id',
    [school],
  )
  work.write(
    `insert into webhooks.sequences (school_id, last)
     select $1, max(sequence) from webhooks.events where school_id = $1 having count(*) > 0
     on conflict (school_id) do update set last = greatest(webhooks.sequences.last, excluded.last)`,
    [school],
  )
  work.write(
    `insert into webhooks.cursors (school_id, webhook_id, sequence, done, caught_up)
     select $1, w.id, coalesce((select s.last from webhooks.sequences s where s.school_id = $1), 0), '{}', true
     from webhooks.subscriptions w where w.school_id = $1 on conflict (school_id, webhook_id) do nothing`,
    [school],
  )
  work.write(
    `insert into webhooks.channels (school_id, webhook_id, active, suspended, until)
     select $1, w.id, false, false, coalesce((select s.last from webhooks.sequences s where s.school_id = $1), 0)
     from webhooks.subscriptions w where w.school_id = $1 on conflict (school_id, webhook_id) do nothing`,
    [school],
  )
  for (const [id, secret] of rows)
    if (secret === '')
      work.write(
        `update webhooks.subscriptions set secret = $3 where school_id = $1 and id = $2 and secret = ''`,
        [school, id!, runtime.vault.seal(newSecret(), placeOf(school, id!))],
      )
  return rows.length
    ? [
        `the ${rows.length} webhook subscriptions: rotate the secret of each, tell its receiver, and switch it on`,
      ]
    : []
}
