import { formatTime } from '@lms/contract'
import { type RowOf, readDatabaseTime, Store, table, type UnitOfWork } from '@lms/service-host'
import { EmailChangeEntity } from './change.entity.ts'
import { requestLife } from './change.rules.ts'

export type EmailChangeRow = RowOf<typeof EmailChangeEntity>

const changes = table(EmailChangeEntity)

export class EmailChangeStore extends Store<EmailChangeRow> {
  constructor(work: UnitOfWork) {
    super(work, changes)
  }

  /** The unconfirmed address of the person, or null. */
  async pendingOf(userId: string): Promise<string | null> {
    const pendingChange = await this.find(userId)
    return pendingChange && pendingChange.expires_at > this.work.now ? pendingChange.email : null
  }

  /** Stores a new unconfirmed address, in place of an earlier one; its mail is due. */
  ask(userId: string, email: string): void {
    const { now, requestId } = this.work.origin
    this.work.write(
      `insert into "users"."email_changes" as c (school_id, id, email, tries, next_at, expires_at, request_id)
       values ($1, $2, $3, 0, $4, $5, $6)
       on conflict (school_id, id) do update set email = excluded.email, token_hash = null, tries = 0,
         next_at = excluded.next_at, expires_at = excluded.expires_at, request_id = excluded.request_id`,
      [
        this.work.school,
        userId,
        email,
        this.work.now,
        formatTime(new Date(now.getTime() + requestLife)),
        requestId,
      ],
    )
  }

  /** Deletes the unconfirmed address of the person. */
  withdraw(userId: string): void {
    this.work.write(`delete from "users"."email_changes" where school_id = $1 and id = $2`, [
      this.work.school,
      userId,
    ])
  }

  /** The request of a valid link. */
  async byToken(hash: string): Promise<EmailChangeRow | null> {
    const { rows } = await this.work.read(`${changes.select} and t.token_hash = $2 and t.expires_at > $3`, [
      this.work.school,
      hash,
      this.work.now,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** When the address and the person were last mailed, and the number of mails of the school within the hour. */
  async recent(address: string, userId: string, hourAgo: string) {
    const { rows } = await this.work.read(
      `select (select sent_at from "users"."recent_mails" where school_id = $1 and id = $2),
              (select sent_at from "users"."recent_mails" where school_id = $1 and id = $3),
              (select count(*) from "users"."recent_mails"
               where school_id = $1 and sent_at > $4 and id not like 'usr\\_%')`,
      [this.work.school, address, userId, hourAgo],
    )
    const [toAddress, byPerson, count] = rows[0]!
    const time = (text: string | null | undefined) => (text ? readDatabaseTime(text) : null)
    return { address: time(toAddress), person: time(byPerson), count: Number(count) }
  }

  /** Records a mail to an address on behalf of a person. */
  noteMail(address: string, userId: string): void {
    this.work.write(
      `insert into "users"."recent_mails" (school_id, id, sent_at) select $1, id, $4::timestamptz
       from unnest(array[$2, $3]) id order by id
       on conflict (school_id, id) do update set sent_at = excluded.sent_at`,
      [this.work.school, address, userId, this.work.now],
    )
  }
}
