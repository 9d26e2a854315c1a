// The form of migrations, and row-level security.
import type { OnlineMigration } from './online-migration.ts'
import type { SealedColumn } from './reseal.ts'
import { roleOf, systemRoleOf } from './roles.ts'

/** A migration: a name that sorts, and the SQL. Never changed once released. */
export interface MigrationSpec {
  readonly name: string
  readonly sql: string
  /**
   * Columns with texts that were encrypted with the installation's own keys: they are encrypted again with the
   * service's keys.
   */
  readonly reseal?: readonly SealedColumn[]
  /** How it runs outside a transaction, if it does. */
  readonly online?: OnlineMigration | null
}

export const migration = (name: string, sql: string): MigrationSpec => ({ name, sql })

/** A migration that encrypts columns again, with the service's keys. */
export const ownKeys = (name: string, reseal: readonly SealedColumn[]): MigrationSpec => ({
  name,
  sql: '',
  reseal,
})

const inSchool = `school_id = nullif(current_setting('app.school_id', true), '')`

/**
 * Row-level security of a table with a school: rows of other schools do not exist. The restrictive policy binds both
 * roles. The permissive one is necessary, because restrictive policies alone allow nothing.
 */
export const rowSecurity = (schema: string, table: string, { system = false } = {}) => {
  const roles = system ? `${roleOf(schema)}, ${systemRoleOf(schema)}` : roleOf(schema)
  return `
alter table "${schema}"."${table}" enable row level security, force row level security;
create policy open on "${schema}"."${table}" to ${roles} using (true) with check (true);
create policy wall on "${schema}"."${table}" as restrictive to ${roles} using (${inSchool}) with check (${inSchool});
grant select, insert, update, delete on "${schema}"."${table}" to ${roles};`
}

/** Row-level security of a queue: the service within its school, the workers across all schools. */
export const queueRowSecurity = (schema: string, table: string) => `${rowSecurity(schema, table)}
create policy workers on "${schema}"."${table}" to ${systemRoleOf(schema)} using (true) with check (true);
grant select, insert, update, delete on "${schema}"."${table}" to ${systemRoleOf(schema)};`
