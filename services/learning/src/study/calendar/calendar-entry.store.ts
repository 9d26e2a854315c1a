// What calendar programs have read of each occasion. A program keeps the version of an event with the highest SEQUENCE.
import { createHash } from 'node:crypto'
import { formatTime } from '@lms/contract'
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

export const CalendarEntryEntity = tenantEntity(
  'learning',
  'calendar_entries',
  {
    id: column.key().primary(),
    content: column.key(),
    sequence: column.integer(),
    starts_at: column.time(),
  },
  {
    archive: { never: 'an occasion that is read anew has a higher number than before', returns: 'empty' },
    indexes: [{ properties: ['school_id', 'starts_at'] }],
  },
)

/** What a program shows of an occasion. */
interface Shown {
  id: string
  title: string
  starts_at: string
  ends_at: string | null
}

const epoch = Date.UTC(2026, 0, 1)
/** How long after an occasion its number is of use: programs show no more of the past. */
const keptMs = 400 * 86_400_000

/** The same in short. */
const contentOf = ({ title, starts_at, ends_at }: Shown): string =>
  createHash('sha256')
    .update(JSON.stringify([title, starts_at, ends_at]))
    .digest('base64url')
    .slice(0, 22)

export class CalendarEntryStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /**
   * The SEQUENCE of each occasion: the second in which its present form was read first, counted from the beginning of 2026.
   * It rises with a change, also back to a former time, and with nothing else.
   */
  async sequencesOf(occasions: readonly Shown[]): Promise<ReadonlyMap<string, number>> {
    if (occasions.length === 0) return new Map()
    const { school, now } = this.work
    const { rows } = await this.work.read(
      `select id, content, sequence from "learning"."calendar_entries" where school_id = $1 and id = any($2::text[])`,
      [school, textArray(occasions.map(({ id }) => id))],
    )
    const known = new Map(rows.map(([id, content, sequence]) => [id!, { content, sequence }]))
    const current = occasions.map(each => ({
      id: each.id,
      content: contentOf(each),
      starts_at: each.starts_at,
    }))
    const changed = current.filter(({ id, content }) => known.get(id)?.content !== content)
    const sequences = new Map(rows.map(([id, , sequence]) => [id!, Number(sequence)]))
    if (changed.length === 0) return sequences
    const second = Math.max(0, Math.floor((Date.parse(now) - epoch) / 1000))
    // Another reader may have written the same form meanwhile.
    const written = await this.work.lock(
      `insert into "learning"."calendar_entries" as t (school_id, id, content, sequence, starts_at)
       select $1, r.id, r.content, $3, r.starts_at
       from json_to_recordset($2::json) r (id text, content text, starts_at timestamptz) order by r.id
       on conflict (school_id, id) do update set content = excluded.content, starts_at = excluded.starts_at,
         sequence = case when t.content = excluded.content then t.sequence
           else greatest(t.sequence + 1, excluded.sequence) end
       returning id, sequence`,
      [school, JSON.stringify(changed), String(second)],
    )
    for (const [id, sequence] of written.rows) sequences.set(id!, Number(sequence))
    const oldest = formatTime(new Date(Date.parse(now) - keptMs))
    this.work.write(`delete from "learning"."calendar_entries" where school_id = $1 and starts_at < $2`, [
      school,
      oldest,
    ])
    return sequences
  }
}
