// A service's section of the settings of a school, in one row of the service's own schema. The row has what the school
// has set; everything else has the present defaults.

import { isDeepStrictEqual } from 'node:util'
import {
  common,
  mergeSettings,
  type RefusalDetail,
  Refused,
  type Role,
  settingsRefusals,
  splitSecrets,
  withoutSecrets,
} from '@lms/contract'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Fields } from '../database/batch.ts'
import { column, tenantEntity } from '../database/columns.ts'
import type { EarlierNames } from '../database/earlier-names.ts'
import { readDatabaseTime } from '../database/rows.ts'
import type { Vault } from '../kernel/vault.ts'
import type { SettingSecrets } from './setting-secrets.ts'
import { isAmong, type UnitOfWork } from './unit-of-work.ts'
import type { Work } from './work.ts'

type Values = Record<string, unknown>

/** The whole section, as the API shows it. */
export interface VisibleSettings {
  values: Values
  version: number
  /** Null if the school has set nothing yet. */
  updated_at: string | null
}

/** A change of a section: its values before and after, and the role of who asked for it. */
export interface SettingsChange<Values> {
  before: Values
  after: Values
  role: Role
}

/** A change whose secrets are named by their paths. */
export interface SettingsMove<Values> {
  before: Values
  after: Values
  /** The secrets that the change itself sets or removes. */
  sentSecrets: ReadonlySet<string>
}

/**
 * The settings of the service, for `defineService`: `settings: settingsStoreOf('commerce', CommerceSettings)`.
 * `invalidates` is the kind of what gateways have cached and a change makes stale. `asking` looks at what a change sends by
 * asking other services, before anything is locked; it returns the places that are wrong, as `problems` does. `problems` looks at what a section
 * names: it reads or locks in the work of the change, sees the secrets that are set now by their paths, and returns the
 * places (`logo_file_id`) that are wrong. `changing`
 * refuses what the role may not change, and enqueues what follows from a change. `along` returns
 * what else changes with a change. `secrets` is the table of a section that has some.
 */
export function settingsStoreOf<S extends z.ZodObject>(
  schema: string,
  section: S,
  {
    invalidates = null,
    asking = async () => [],
    problems = async () => [],
    changing = () => {},
    along = () => null,
    secrets = null,
    earlier = {},
  }: {
    invalidates?: string | null
    asking?: (change: never, at: Pick<Work, 'work' | 'runtime'>) => Promise<RefusalDetail[]>
    problems?: (
      values: z.output<S>,
      work: UnitOfWork,
      secrets: ReadonlyMap<string, string | null>,
    ) => Promise<RefusalDetail[]>
    changing?: (change: SettingsChange<z.output<S>>, work: UnitOfWork) => void
    along?: (move: SettingsMove<z.output<S>>) => Values | null
    secrets?: SettingSecrets | null
    /** What the values were called in archives of earlier versions. */
    earlier?: EarlierNames
  } = {},
) {
  const entity = tenantEntity(
    schema,
    'settings',
    {
      values: column.json<Values>(),
      version: column.integer(),
      updated_at: column.time(),
    },
    { archive: { earlier } },
  )
  const defaults = section.parse({}) as z.output<S>
  // A payment reads the settings, and the check of a whole section takes longer than its statement.
  const parsed = new LRUCache<string, z.output<S>>({ max: 1000 })
  const parseValues = (text: string): z.output<S> => {
    const cached = parsed.get(text) ?? (section.parse(JSON.parse(text)) as z.output<S>)
    parsed.set(text, cached)
    return cached
  }
  const select = `select "values", version, updated_at from "${schema}".settings where school_id = $1`

  return class SettingsStore {
    static readonly table = { entity }
    static readonly section: z.ZodObject = section
    static readonly asking = asking
    readonly #work: UnitOfWork
    /** The stored values that this work has read. */
    #text: Promise<string | null> | null = null
    constructor(work: UnitOfWork) {
      this.#work = work
    }

    /**
     * The values of the school, which a work reads once. Read together with something else (`Promise.all`), they cost no
     * round trip.
     */
    async get(): Promise<z.output<S>> {
      this.#text ??= this.#stored().then(row => row?.[0] ?? null)
      const text = await this.#text
      return text === null ? defaults : parseValues(text)
    }

    /** The values of the school, which nobody changes until the end of the work. */
    async hold(): Promise<z.output<S>> {
      const [, row] = await Promise.all([
        this.#work.lock('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [this.#lockName]),
        this.#stored(),
      ])
      this.#text = Promise.resolve(row?.[0] ?? null)
      return this.get()
    }

    async show(): Promise<VisibleSettings> {
      return showRow(await this.#row())
    }

    /**
     * Merges a change that has the form of the section. `version` is the one that the caller has read, or null; `role` is
     * that of the caller. Secrets go into a table of their own.
     */
    async change(
      change: Values,
      version: string | null,
      role: Role,
      vault: Vault | null = null,
    ): Promise<VisibleSettings & { changed: boolean }> {
      const split = splitSecrets(section, change)
      const [, row] = await Promise.all([
        this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [this.#lockName]),
        this.#row(),
      ])
      if (version !== null && !isAmong(row.version, version)) throw new Refused(common.version_mismatch)
      const before = showRow(row).values as z.output<S>
      let values = mergeSettings(section, row.values ?? {}, split.values)
      let after = fitting(values)
      const more = along({ before, after, sentSecrets: new Set(split.secrets.keys()) })
      if (more) {
        const also = splitSecrets(section, more)
        for (const [path, secret] of also.secrets) split.secrets.set(path, secret)
        values = mergeSettings(section, values, also.values)
        after = fitting(values)
      }
      if (split.secrets.size === 0 && isDeepStrictEqual(after, before))
        return { ...showRow(row), changed: false }
      changing({ before, after, role }, this.#work)
      const wrong = await problems(after, this.#work, split.secrets)
      if (wrong.length) throw new Refused(settingsRefusals.settings_invalid, undefined, { details: wrong })
      if (split.secrets.size) {
        if (!secrets || !vault)
          throw new Error(`The settings of ${schema} have secrets, and nothing to keep them in.`)
        secrets.keep(split.secrets, vault, this.#work)
      }
      const saved = { values, version: row.version + 1, updated_at: this.#work.now }
      this.#work.write(
        `insert into "${schema}".settings (school_id, "values", version, updated_at) values ($1, $2, $3, $4)
         on conflict (school_id) do update set "values" = $2, version = $3, updated_at = $4`,
        [this.#work.school, JSON.stringify(values), String(saved.version), saved.updated_at],
      )
      if (invalidates) this.#work.outgoing.invalidate({ kind: invalidates })
      return { ...showRow(saved), changed: true }
    }

    /** Forgets that secrets are set which no archive has; their paths. */
    async forgetSecrets(): Promise<string[]> {
      const { values } = await this.#row()
      if (values === null) return []
      const { values: remaining, dropped } = withoutSecrets(section, values)
      if (dropped.length)
        this.#work.write(`update "${schema}".settings set "values" = $2 where school_id = $1`, [
          this.#work.school,
          JSON.stringify(remaining),
        ])
      return dropped
    }

    get #lockName(): string {
      return `settings of ${schema} of ${this.#work.school}`
    }

    async #row(): Promise<Row> {
      return readRow(await this.#stored())
    }

    async #stored(): Promise<Fields | undefined> {
      return (await this.#work.read(select, [this.#work.school])).rows[0]
    }
  }

  function fitting(values: Values): z.output<S> {
    const fit = section.safeParse(values)
    if (!fit.success)
      throw new Refused(settingsRefusals.settings_invalid, undefined, { details: settingsDetails(fit.error) })
    return fit.data as z.output<S>
  }

  function showRow({ values, ...stamps }: Row): VisibleSettings {
    return { values: values === null ? defaults : section.parse(values), ...stamps }
  }
}

interface Row {
  values: Values | null
  version: number
  updated_at: string | null
}

function readRow(row: Fields | undefined): Row {
  if (!row) return { values: null, version: 1, updated_at: null }
  const [values, version, updated] = row
  return { values: JSON.parse(values!), version: Number(version), updated_at: readDatabaseTime(updated!) }
}

/** The places of a section that are wrong, in the form of a public body. */
export const settingsDetails = (error: z.ZodError): RefusalDetail[] =>
  error.issues.slice(0, 50).map(({ path, message }) => ({
    path: ['body.values', ...path.map(String)].join('.'),
    message,
  }))

/** The class of a service's settings, as the host needs it. */
export interface SettingsClass {
  readonly section: z.ZodObject
  readonly asking: (change: never, at: Pick<Work, 'work' | 'runtime'>) => Promise<RefusalDetail[]>
  new (
    work: UnitOfWork,
  ): {
    show(): Promise<VisibleSettings>
    forgetSecrets(): Promise<string[]>
    change(
      change: Values,
      version: string | null,
      role: Role,
      vault: Vault,
    ): Promise<VisibleSettings & { changed: boolean }>
  }
}
/** The settings among a service's stores; undefined if it has none. */
export const settingsAmong = (stores: Readonly<Record<string, unknown>>): SettingsClass | undefined =>
  Object.values(stores).find(store => typeof store === 'function' && 'section' in store) as
    | SettingsClass
    | undefined
