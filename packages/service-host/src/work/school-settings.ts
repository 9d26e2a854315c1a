// What a service keeps of the settings that a school has once. The site tells them, so that a reader in a transaction asks
// nobody: see SchoolSettings.
import { isDeepStrictEqual } from 'node:util'
import { SchoolSettings } from '@lms/contract'
import { column, tenantEntity } from '../database/columns.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export interface SchoolSettingsMove {
  before: SchoolSettings
  after: SchoolSettings
}

/**
 * For `defineService`: `school: schoolSettingsOf('commerce')`. `changing` enqueues what follows from a change. A service
 * that calls others anyway asks the registry of schools in place of this.
 */
export function schoolSettingsOf(
  schema: string,
  { changing = () => {} }: { changing?: (move: SchoolSettingsMove, work: UnitOfWork) => void } = {},
) {
  const entity = tenantEntity(
    schema,
    'school_settings',
    { values: column.json<SchoolSettings>() },
    { archive: 'rows' },
  )
  const defaults = SchoolSettings.parse({})

  return class SchoolSettingsStore {
    static readonly table = { entity }
    static readonly keepsSchool = true
    readonly #work: UnitOfWork
    #known: Promise<SchoolSettings> | null = null
    constructor(work: UnitOfWork) {
      this.#work = work
    }

    /** Read together with something else (`Promise.all`), they cost no round trip; a work reads them once. */
    get(): Promise<SchoolSettings> {
      this.#known ??= this.#stored()
      return this.#known
    }

    async keep(after: SchoolSettings): Promise<void> {
      await this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `school settings of ${schema} of ${this.#work.school}`,
      ])
      const before = await this.#stored()
      if (isDeepStrictEqual(before, after)) return
      this.#work.write(
        `insert into "${schema}".school_settings (school_id, "values") values ($1, $2)
         on conflict (school_id) do update set "values" = $2`,
        [this.#work.school, JSON.stringify(after)],
      )
      changing({ before, after }, this.#work)
    }

    async #stored(): Promise<SchoolSettings> {
      const { rows } = await this.#work.read(
        `select "values" from "${schema}".school_settings where school_id = $1`,
        [this.#work.school],
      )
      return rows[0] ? SchoolSettings.parse(JSON.parse(rows[0][0]!)) : defaults
    }
  }
}

/** The class of such a store, as the host needs it. */
interface SchoolSettingsClass {
  new (work: UnitOfWork): { keep(values: SchoolSettings): Promise<void> }
}
/** The one among a service's stores; undefined if it has none. */
export const schoolSettingsAmong = (
  stores: Readonly<Record<string, unknown>>,
): SchoolSettingsClass | undefined =>
  Object.values(stores).find(store => typeof store === 'function' && 'keepsSchool' in store) as
    | SchoolSettingsClass
    | undefined
