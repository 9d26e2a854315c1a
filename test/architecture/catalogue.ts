// Postgres's own catalogue about the tables of the services.

import { type Service, Vault } from '@lms/service-host'
import { asOwner, databaseUrl, migratedDatabase, startServers } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import type { EntityProperty } from '@mikro-orm/core'
import type pg from 'pg'

/** A database with all services migrated, and no data. */
export interface Migrated {
  ownerUrl: string
  /** Derives the passwords of its roles. */
  vault: Vault
  stop(): Promise<void>
}

export async function startMigrated(): Promise<Migrated> {
  const servers = await startServers({ services: allServices })
  const vault = new Vault(await migratedDatabase(servers, allServices, 'migrated'))
  return { ownerUrl: databaseUrl(servers.postgres.url, 'migrated'), vault, stop: servers.stop }
}

/** Reads the facts about all services. */
export const catalogueOf = ({ ownerUrl }: Migrated): Promise<Catalogue> =>
  asOwner(ownerUrl, client =>
    readCatalogue(
      client,
      allServices.map(({ contract }) => contract.service),
    ),
  )

export interface Policy {
  name: string
  permissive: boolean
  roles: string[]
  /** `*` for every command. */
  command: string
  using: string | null
  check: string | null
}
export interface Index {
  columns: string[]
  unique: boolean
}
export interface TableFacts {
  schema: string
  name: string
  owner: string
  partition: boolean
  secured: boolean
  forced: boolean
  /** `text collate "C"`, `int?`: a question mark for nullable columns. */
  columns: Record<string, string>
  primaryKey: string[]
  /** Without its primary key, partial indexes and indexes of expressions. */
  indexes: Index[]
  policies: Policy[]
  /** Roles of services with any grant on it. */
  grants: string[]
}
export interface Catalogue {
  tables: TableFacts[]
  roles: Record<string, { superuser: boolean; bypass: boolean; createRole: boolean; createDb: boolean }>
  /** Functions that run as their owner. */
  definers: { name: string; config: string[]; everyone: boolean }[]
}

const tablesSql = `
select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relispartition as partition,
  c.relrowsecurity as secured, c.relforcerowsecurity as forced,
  (select jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)
      || case when l.collname = 'C' then ' collate "C"' else '' end
      || case when a.attnotnull then '' else '?' end)
    from pg_attribute a left join pg_collation l on l.oid = a.attcollation
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  coalesce((select jsonb_agg(a.attname order by k.place)
    from pg_index i, unnest(i.indkey) with ordinality k(number, place)
    join pg_attribute a on a.attnum = k.number
    where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '[]') as "primaryKey",
  coalesce((select jsonb_agg(jsonb_build_object('unique', i.indisunique, 'columns',
      (select jsonb_agg(a.attname order by k.place) from unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)))
    from pg_index i where i.indrelid = c.oid and not i.indisprimary and i.indpred is null and i.indexprs is null), '[]') as indexes,
  coalesce((select jsonb_agg(jsonb_build_object('name', p.polname, 'permissive', p.polpermissive, 'command', p.polcmd,
      'roles', (select jsonb_agg(case when r = 0 then 'public' else pg_get_userbyid(r)::text end) from unnest(p.polroles) r),
      'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)))
    from pg_policy p where p.polrelid = c.oid), '[]') as policies,
  coalesce((select jsonb_agg(distinct case when g.grantee = 0 then 'public' else pg_get_userbyid(g.grantee)::text end)
    from aclexplode(c.relacl) g where g.grantee <> c.relowner), '[]') as grants
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any($1) and c.relkind in ('r', 'p')
order by 1, 2`

const rolesSql = `
select rolname as name, rolsuper as superuser, rolbypassrls as bypass, rolcreaterole as "createRole", rolcreatedb as "createDb"
from pg_roles where rolname like 'lms\\_%'`

const definersSql = `
select n.nspname || '.' || p.proname as name, coalesce(to_jsonb(p.proconfig), '[]') as config,
  p.proacl is null or exists (select from aclexplode(p.proacl) g where g.grantee = 0) as everyone
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = any($1) and p.prosecdef`

/** Reads the facts about these schemas, without the tables of the migrations themselves. */
async function readCatalogue(client: pg.Client, schemas: string[]): Promise<Catalogue> {
  const tables = await client.query<TableFacts>(tablesSql, [schemas])
  const roles = await client.query(rolesSql)
  const definers = await client.query(definersSql, [schemas])
  return {
    tables: tables.rows.filter(({ name }) => name !== 'migrations'),
    roles: Object.fromEntries(roles.rows.map(({ name, ...facts }) => [name, facts])),
    definers: definers.rows,
  }
}

type Entity = Service['entities'][number]
const propertiesOf = (entity: Entity) => Object.values(entity.init().meta.properties) as EntityProperty[]

const longNames: Record<string, string> = { int: 'integer', 'timestamptz(3)': 'timestamp(3) with time zone' }

/** The columns that an entity declares, in the form of the catalogue. */
export const columnsOf = (entity: Entity): Record<string, string> =>
  Object.fromEntries(
    propertiesOf(entity).map(({ name, columnTypes, nullable }) => {
      const type = columnTypes![0]!
      return [name, (longNames[type] ?? type) + (nullable ? '?' : '')]
    }),
  )

/** The indexes that an entity declares. */
export function indexesOf(entity: Entity): Index[] {
  const { indexes, uniques } = entity.init().meta
  const indexesIn = (list: readonly object[], unique: boolean) =>
    list.map(index => ({ columns: [(index as { properties: string[] }).properties].flat(), unique }))
  return [...indexesIn(indexes ?? [], false), ...indexesIn(uniques ?? [], true)]
}
