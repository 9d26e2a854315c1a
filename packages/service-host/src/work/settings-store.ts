// A service's section of the settings of a school, in one row of the service's own schema. The row has what the school
// has set; everything else has the present defaults.

import { isDeepStrictEqual } from 'node:util'
import {
  common,
  mergeSettings,
  type RefusalDetail,
  Refused,
  type Role,
  secretsIn,
  settingsRefusals,
} from '@lms/contract'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Fields } from '../database/batch.ts'
import { column, tenantEntity } from '../database/columns.ts'
import { readDatabaseTime } from '../database/rows.ts'
import type { Vault } from '../kernel/vault.ts'
import { openSecrets, type Secrets, sealSecrets, takeSecrets, withMarks } from './settings-secrets.ts'
import { isAmong, type UnitOfWork } from './unit-of-work.ts'

type Values = Record<string, unknown>

/** The whole section, as the API shows it. */
export interface SettingsShown {
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
  /** The secrets that are set after it, and those that it names, by their paths. */
  secrets: ReadonlySet<string>
  given: ReadonlySet<string>
}

/**
 * The settings of the service, for `defineService`: `settings: settingsStoreOf('commerce', CommerceSettings)`.
 * `invalidates` is the kind of what gateways have cached and a change makes stale. `problems` looks at what a section
 * names: it reads or locks in the work of the change, and returns the places (`logo_file_id`) that are wrong. `changing`
 * refuses what the role may not change, and enqueues what follows from a change. `voids` returns
 * the paths of secrets that the change makes void.
 */
export function settingsStoreOf<S extends z.ZodObject>(
  schema: string,
  section: S,
  {
    invalidates = null,
    problems = async () => [],
    changing = () => {},
    voids = () => [],
  }: {
    invalidates?: string | null
    problems?: (values: z.output<S>, work: UnitOfWork) => Promise<RefusalDetail[]>
    changing?: (change: SettingsChange<z.output<S>>, work: UnitOfWork) => void
    voids?: (change: SettingsChange<z.output<S>>) => readonly string[]
  } = {},
) {
  const hasSecrets = secretsIn(section).length > 0
  const entity = tenantEntity(
    schema,
    'settings',
    {
      values: column.json<Values>(),
      version: column.integer(),
      updated_at: column.time(),
      ...(hasSecrets && { secrets: column.text().nullable().hidden() }),
    },
    { archive: 'rows' },
  )
  const defaults = section.parse({}) as z.output<S>
  // A payment reads the settings, and the check of a whole section takes longer than its statement.
  const parsed = new LRUCache<string, z.output<S>>({ max: 1000 })
  const known = (text: string): z.output<S> => {
    const found = parsed.get(text) ?? (section.parse(JSON.parse(text)) as z.output<S>)
    parsed.set(text, found)
    return found
  }
  const columns = `"values", version, updated_at${hasSecrets ? ', secrets' : ''}`
  const select = `select ${columns} from "${schema}".settings where school_id = $1`

  return class SettingsStore {
    static readonly table = { entity }
    static readonly section: z.ZodObject = section
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
      return text === null ? defaults : known(text)
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

    /** The secrets of the school by their paths; throws if they cannot be decrypted. */
    async secrets(vault: Vault): Promise<Secrets> {
      return openSecrets((await this.#row()).sealed, this.#work.school, vault)
    }

    /** The values as the API shows them: a mark in the place of each secret. */
    async shown(vault: Vault): Promise<SettingsShown> {
      const row = await this.#row()
      return shown(row, openSecrets(row.sealed, this.#work.school, vault))
    }

    /**
     * Merges a change that has the form of the section. `version` is the one that the caller has read, or null; `role` is
     * that of the caller; a section with secrets needs the vault.
     */
    async change(
      change: Values,
      version: string | null,
      role: Role,
      vault: Vault | null = null,
    ): Promise<SettingsShown & { changed: boolean }> {
      if (hasSecrets && !vault) throw new Error(`A change of the settings of ${schema} needs the vault.`)
      const [, row] = await Promise.all([
        this.#work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [this.#lockName]),
        this.#row(),
      ])
      if (version !== null && !isAmong(row.version, version)) throw new Refused(common.version_mismatch)
      const old = openSecrets(row.sealed, this.#work.school, vault)
      const { rest, secrets: wanted, given } = takeSecrets(section, change, old)
      const values = mergeSettings(section, row.values ?? {}, rest)
      const fit = section.safeParse(values)
      if (!fit.success)
        throw new Refused(settingsRefusals.settings_unfit, undefined, { details: settingsDetails(fit.error) })
      const before = shown(row, {}).values as z.output<S>
      if (isDeepStrictEqual(fit.data, before) && isDeepStrictEqual(wanted, old))
        return { ...shown(row, old), changed: false }
      const asked = {
        before,
        after: fit.data as z.output<S>,
        role,
        secrets: new Set(Object.keys(wanted)),
        given: new Set(given),
      }
      changing(asked, this.#work)
      const voided = voids(asked)
      const secrets = Object.fromEntries(Object.entries(wanted).filter(([path]) => !voided.includes(path)))
      const wrong = await problems(fit.data as z.output<S>, this.#work)
      if (wrong.length) throw new Refused(settingsRefusals.settings_unfit, undefined, { details: wrong })
      const saved = { values, version: row.version + 1, updated_at: this.#work.now }
      const sealed = sealSecrets(secrets, this.#work.school, vault)
      this.#work.write(
        `insert into "${schema}".settings (school_id, ${columns}) values ($1, $2, $3, $4${hasSecrets ? ', $5' : ''})
         on conflict (school_id) do update set "values" = $2, version = $3, updated_at = $4${hasSecrets ? ', secrets = $5' : ''}`,
        [
          this.#work.school,
          JSON.stringify(values),
          String(saved.version),
          saved.updated_at,
          ...(hasSecrets ? [sealed] : []),
        ],
      )
      if (invalidates) this.#work.outgoing.invalidate({ kind: invalidates })
      return { ...shown({ ...saved, sealed }, secrets), changed: true }
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

  function shown({ values, sealed: _, ...stamps }: Row, secrets: Secrets): SettingsShown {
    const whole = values === null ? defaults : section.parse(values)
    return { values: withMarks(whole, secrets), ...stamps }
  }
}

interface Row {
  values: Values | null
  version: number
  updated_at: string | null
  /** The secrets, encrypted. */
  sealed: string | null
}

function readRow(row: Fields | undefined): Row {
  if (!row) return { values: null, version: 1, updated_at: null, sealed: null }
  const [values, version, updated, sealed = null] = row
  return {
    values: JSON.parse(values!),
    version: Number(version),
    updated_at: readDatabaseTime(updated!),
    sealed,
  }
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
  new (
    work: UnitOfWork,
  ): {
    shown(vault: Vault): Promise<SettingsShown>
    change(
      change: Values,
      version: string | null,
      role: Role,
      vault: Vault,
    ): Promise<SettingsShown & { changed: boolean }>
  }
}
/** The settings among a service's stores; undefined if it has none. */
export const settingsAmong = (stores: Readonly<Record<string, unknown>>): SettingsClass | undefined =>
  Object.values(stores).find(store => typeof store === 'function' && 'section' in store) as
    | SettingsClass
    | undefined
