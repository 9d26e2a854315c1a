// Millions of rows by SQL, as the services would have written them: ids that carry their time, over the last 300 days.
import type pg from 'pg'
import { columnsOf, withoutIndexes } from './system.ts'

export interface Sizes {
  orders: number
  events: number
  people: number
}

const days = 300
/** Rows of one statement. */
const piece = 500_000

/** The moment of row `n` of `count`, oldest first. */
const momentOf = (count: number) =>
  `now() - interval '${days} days' + n * interval '${Math.floor((days * 86_400_000) / count)} milliseconds'`
const idOf = (prefix: string) => `webhooks.id_at('${prefix}', at) || left(md5(n::text), 16)`

async function inPieces(count: number, insert: (from: number, to: number) => Promise<unknown>) {
  for (let from = 1; from <= count; from += piece) await insert(from, Math.min(count, from + piece - 1))
}

const email = `'person-' || n || '@growth.example'`
const national = `'171' || 1000000 + n`
/** What `searchText` gives for them. */
const searchText = [
  `'given' || n % 1009`,
  `'family' || n % 9973`,
  email,
  `n || '@growth.example growth.example example'`,
  `'49' || ${national}`,
  national,
]

/** People with names that the search can tell apart. */
export const fillPeople = (owner: pg.Client, school: string, count: number) =>
  copies(owner, 'users.users', school, count, {
    id: idOf('usr'),
    email,
    email_key: email,
    phone: `'+49' || ${national}`,
    first_name: `'Given' || n % 1009`,
    last_name: `'Family' || n % 9973`,
    search_text: searchText.map(word => `' ' || ${word}`).join(' || '),
    status: `'active'`,
    role: `'student'`,
    created_at: 'at',
    updated_at: 'at',
  })

export async function fillOrders(owner: pg.Client, school: string, count: number) {
  await copies(owner, 'commerce.orders', school, count, {
    id: idOf('ord'),
    number: '10000000 + n',
    status: `(array['paid', 'waiting_payment', 'canceled'])[n % 3 + 1]`,
    created_at: 'at',
    updated_at: 'at',
  })
  await owner.query(
    `insert into commerce.order_offers (school_id, offer_id, order_id)
     select school_id, items->0->>'offer_id', id from commerce.orders where school_id = $1 on conflict do nothing`,
    [school],
  )
}

export async function fillJournal(owner: pg.Client, school: string, count: number) {
  await owner.query(`select webhooks.make_partitions('events', now() - interval '${days + 31} days', now())`)
  const { rows } = await owner.query('select last from webhooks.sequences where school_id = $1', [school])
  const last = Number(rows[0].last)
  await copies(owner, 'webhooks.events', school, count, {
    id: idOf('evt'),
    sequence: `${last} + n`,
    created_at: 'at',
    request_id: 'md5(n::text)',
  })
  await owner.query('update webhooks.sequences set last = $2 where school_id = $1', [school, last + count])
}

/** Puts all students of the school into one group. */
export const fillGroup = (owner: pg.Client, school: string, group: string) =>
  owner.query(
    `insert into users.group_members (school_id, group_id, id, source, created_at)
     select school_id, $2, id, 'manual', created_at from users.users where school_id = $1 and role = 'student'
     on conflict do nothing`,
    [school, group],
  )

/** Copies one row of the school `count` times, but for the columns named. */
async function copies(
  owner: pg.Client,
  table: string,
  school: string,
  count: number,
  own: Readonly<Record<string, string>>,
) {
  const names = await columnsOf(owner, table)
  const values = names.map(name => own[name] ?? `t."${name}"`)
  await withoutIndexes(owner, [table], () =>
    inPieces(count, (from, to) =>
      owner.query(
        `insert into ${table} (${names.map(name => `"${name}"`).join(', ')})
         select ${values.join(', ')}
         from (select * from ${table} where school_id = $1 order by id desc limit 1) t,
           lateral (select n, ${momentOf(count)} as at from generate_series(${from}, ${to}) n) s`,
        [school],
      ),
    ),
  )
}
