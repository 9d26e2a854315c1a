// Reads across all schools, under the role that may: for the gateway and the platform team.
import {
  type Condition,
  type Database,
  type ListQuery,
  type RowPage,
  readPage,
  readRow,
  step,
  textArray,
} from '@lms/service-host'
import type { Domain } from '../domains/domain.contract.ts'
import { SiteSettings } from '../settings/site-settings.ts'
import type { ResolvedSchool, School } from './school.contract.ts'
import { limitsOf } from './school.rules.ts'
import { type SchoolRow, schoolTable } from './school.store.ts'

const { shape } = schoolTable
const everywhere: Condition = { sql: 'true', values: [] }

export class Registry {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  /** The school of a host, in its canonical form. */
  async byHost(host: string): Promise<ResolvedSchool | null> {
    const [fields] = await this.#database.rows(
      step(
        `select ${shape.selection}, s."values" ->> 'language', s."values" ->> 'time_zone' from site.domains d
         join site.schools t on t.school_id = d.school_id and t.id = d.school_id
         left join site.settings s on s.school_id = d.school_id where d.host = $1 and d.status = 'active'`,
        [host],
      ),
    )
    if (!fields) return null
    const { id, name, status, limits } = readRow<SchoolRow>(shape, fields)
    const [language, zone] = fields.slice(-2)
    return {
      ...{ school_id: id, name, status, limits: limitsOf(limits) },
      ...{ language: languageOf(language), time_zone: zoneOf(zone) },
    }
  }

  /** One page of all schools; `q` searches names and hosts. */
  async page(query: ListQuery): Promise<RowPage<School>> {
    const page = await readPage<SchoolRow>(query, {
      shape,
      fixed: [query.search ? searchOf(query.search) : everywhere],
      custom: {},
      read: async statement => (await this.#database.run([statement]))[0]!,
    })
    return { ...page, rows: await this.#schoolsOf(page.rows) }
  }

  /** The schools with these ids, in no order. */
  async many(ids: readonly string[]): Promise<School[]> {
    const fields = await this.#database.rows(
      step(`select ${shape.selection} from ${shape.table} t where t.school_id = any($1::text[])`, [
        textArray(ids),
      ]),
    )
    return this.#schoolsOf(fields.map(each => readRow<SchoolRow>(shape, each)))
  }

  async #schoolsOf(rows: SchoolRow[]): Promise<School[]> {
    const ids = textArray(rows.map(({ id }) => id))
    const [domains, set] = await this.#database.run([
      step(
        `select school_id, status, host from site.domains where school_id = any($1::text[])
         order by "primary" desc, created_at, id`,
        [ids],
      ),
      step(
        `select school_id, "values" ->> 'language', "values" ->> 'time_zone', "values" ->> 'country'
         from site.settings where school_id = any($1::text[])`,
        [ids],
      ),
    ])
    const hosts = Map.groupBy(domains!.rows, ([school, status]) => `${school} ${status}`)
    const own = new Map(
      set!.rows.map(([school, language, zone, country]) => [school, { language, zone, country }]),
    )
    const hostsOf = (school: string, status: Domain['status']) =>
      (hosts.get(`${school} ${status}`) ?? []).map(([, , host]) => host!)
    return rows.map(({ school_id: _, ...row }) => ({
      ...row,
      limits: limitsOf(row.limits),
      domains: hostsOf(row.id, 'active'),
      pending_domains: hostsOf(row.id, 'pending'),
      language: languageOf(own.get(row.id)?.language),
      time_zone: zoneOf(own.get(row.id)?.zone),
      country: own.get(row.id)?.country ?? null,
    }))
  }
}

/** The language of the settings, of which only what a school has set is stored. */
const languageOf = (set: string | null | undefined) => SiteSettings.shape.language.parse(set ?? undefined)

const zoneOf = (set: string | null | undefined) => SiteSettings.shape.time_zone.parse(set ?? undefined)

const searchOf = (text: string): Condition => ({
  sql: `(position($ in lower(t.name)) > 0 or exists (select from site.domains d
         where d.school_id = t.school_id and position($ in d.host) > 0))`,
  values: [text.toLowerCase(), text.toLowerCase()],
})
