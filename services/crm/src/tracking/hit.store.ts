import { readDatabaseTime, textArray, type UnitOfWork } from '@lms/service-host'
import type { Hit } from './hit.rules.ts'

/** The content that a message has: of its mailing, of its variant in a campaign, or its own. */
export const ownerOf = ({
  id,
  origin,
  step,
  variant,
}: {
  id: string
  origin: string | null
  step: number | null
  variant: number | null
}): string => (origin === null ? id : contentOwner(origin, step, variant))

export const contentOwner = (origin: string, step: number | null, variant: number | null): string =>
  step === null ? origin : `${origin} ${step} ${variant}`

export class HitStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Keeps the targets of a content, in the order of their numbers; once more changes nothing. */
  keepTargets(owner: string, targets: readonly string[]): void {
    if (targets.length === 0) return
    this.#work.write(
      `insert into "crm"."link_targets" (school_id, owner, number, target)
       select $1, $2, t.number, t.target from unnest($3::text[]) with ordinality t (target, number)
       on conflict do nothing`,
      [this.#work.school, owner, textArray(targets)],
    )
  }

  async target(owner: string, number: number): Promise<string | null> {
    const { rows } = await this.#work.read(
      `select target from "crm"."link_targets" where school_id = $1 and owner = $2 and number = $3`,
      [this.#work.school, owner, String(number)],
    )
    return rows[0]?.[0] ?? null
  }

  async of(messageId: string): Promise<Hit[]> {
    const { rows } = await this.#work.read(
      `select number, at, machine, told from "crm"."message_hits" where school_id = $1 and message_id = $2 order by number`,
      [this.#work.school, messageId],
    )
    return rows.map(([number, at, machine, told]) => ({
      number: Number(number),
      at: readDatabaseTime(at!),
      machine: machine === 't',
      told: told === 't',
    }))
  }

  /** Keeps the first hit of a person; one of a program only until then. */
  record(messageId: string, { number, machine }: Pick<Hit, 'number' | 'machine'>): void {
    this.#work.write(
      `insert into "crm"."message_hits" as h (school_id, message_id, number, at, machine, told)
       values ($1, $2, $3, $4, $5, false)
       on conflict (school_id, message_id, number) do update set at = excluded.at, machine = false
         where h.machine and not excluded.machine`,
      [this.#work.school, messageId, String(number), this.#work.now, machine ? 't' : 'f'],
    )
  }

  /** Notes what was found of hits. */
  judge(messageId: string, { machine, told }: { machine: readonly number[]; told: readonly number[] }): void {
    for (const [column, numbers] of Object.entries({ machine, told }))
      if (numbers.length)
        this.#work.write(
          `update "crm"."message_hits" set "${column}" = true
           where school_id = $1 and message_id = $2 and number = any($3::int[])`,
          [this.#work.school, messageId, textArray(numbers.map(String))],
        )
  }
}
