import { emailKey } from '@lms/contract'
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import type { User } from '../users/user.contract.ts'
import type { Contact } from '../users/user-matching.ts'

/** People as a dry run would leave them, by their contacts (`e …`, `p …`) and by id (`u …`), until it ends. */
export const ImportNoteEntity = tenantEntity(
  'users',
  'import_notes',
  {
    import_id: column.id<'imp'>().primary(),
    key: column.key().primary(),
    noted_id: column.id<'usr'>().primary(),
    person: column.json<User>().nullable(),
  },
  { archive: { never: 'notes of a dry run, until it ends', returns: 'empty' } },
)

/** The keys of contacts: they find people. */
export const contactKeys = (contacts: readonly Contact[]): string[] =>
  contacts.flatMap(({ email, phone }) => [
    ...(email ? [`e ${emailKey(email)}`] : []),
    ...(phone ? [`p ${phone}`] : []),
  ])

/** What a dry run has decided so far. */
export class ImportNoteStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The noted people with these contacts, or these ids: all by their keys, of which the index is. */
  async people(importId: string, contacts: readonly Contact[], ids: readonly string[]): Promise<User[]> {
    const { rows } = await this.#work.read(
      `select p.person from "users"."import_notes" p
       where p.school_id = $1 and p.import_id = $2 and p.person is not null and p.key = any(array(
         select distinct 'u ' || k.noted_id from "users"."import_notes" k
         where k.school_id = $1 and k.import_id = $2 and k.key = any($3::text[])))`,
      [this.#work.school, importId, textArray([...contactKeys(contacts), ...ids.map(id => `u ${id}`)])],
    )
    return rows.map(([person]) => JSON.parse(person!))
  }

  /** Notes people as they would be. */
  note(importId: string, people: readonly User[]): void {
    const notes = people.flatMap(person => [
      { key: `u ${person.id}`, id: person.id, person: JSON.stringify(person) },
      ...contactKeys([person]).map(key => ({ key, id: person.id, person: '' })),
    ])
    if (notes.length === 0) return
    this.#work.write(
      `insert into "users"."import_notes" (school_id, import_id, key, noted_id, person)
       select $1, $2, n.key, n.id, nullif(n.person, '')::jsonb
       from unnest($3::text[], $4::text[], $5::text[]) n (key, id, person)
       on conflict (school_id, import_id, key, noted_id) do update set person = excluded.person`,
      [
        this.#work.school,
        importId,
        textArray(notes.map(({ key }) => key)),
        textArray(notes.map(({ id }) => id)),
        textArray(notes.map(({ person }) => person)),
      ],
    )
  }

  forget(importId: string): void {
    this.#work.write(`delete from "users"."import_notes" where school_id = $1 and import_id = $2`, [
      this.#work.school,
      importId,
    ])
  }
}
