// Whether the processes of the last release and those of this one can run on the same schema: expand first, change the
// rows, and take away what nobody reads any more only in a later release.
import { onlineMigration } from '@lms/service-host'
import { type Effect, type Statement, statementsOf } from './statements.ts'

/** What the last release has: the names of its migrations, and the columns that it reads. */
export interface Release {
  readonly version: string
  readonly migrations: Readonly<Record<string, readonly string[]>>
  /** By service and table; tables that are missing are read whole. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export interface Problem {
  readonly migration: string
  readonly statement: string
  /** What is wrong, and what to write in its place. */
  readonly message: string
}

/** The line of a migration that cannot run beside the last release, with the reason. */
const stopMark = /^-- needs a stop: (.+)$/m
export const stopReason = (sql: string): string | null => stopMark.exec(sql)?.[1] ?? null

interface Migration {
  readonly name: string
  readonly sql: string
}

/** The problems of the migrations of a service that came after the release. */
export async function problemsOf(
  service: string,
  migrations: readonly Migration[],
  release: Release,
): Promise<Problem[]> {
  const released = new Set(release.migrations[service])
  const fresh = migrations.filter(({ name, sql }) => !released.has(name) && sql.trim() !== '')
  /** Tables and indexes that the last release does not have: nobody waits for them. */
  const own = new Set<string>()
  const ofHost = await hostTables(migrations)
  const problems: Problem[] = []
  for (const { name, sql } of fresh) {
    const statements = await statementsOf(sql)
    remember(own, statements)
    if (stopReason(sql)) continue
    for (const statement of statements)
      for (const message of messagesOf(statement, { service, own, ofHost, release, sql }))
        problems.push({ migration: name, statement: statement.text.slice(0, 300), message })
  }
  return problems
}

/** The tables that every service has, which no release lists. */
async function hostTables(migrations: readonly Migration[]): Promise<Set<string>> {
  const tables = new Set<string>()
  for (const { name, sql } of migrations)
    if (name.startsWith('000-') && sql.trim() !== '') remember(tables, await statementsOf(sql))
  return tables
}

function remember(own: Set<string>, statements: readonly Statement[]): void {
  for (const { kind, object, name } of statements.flatMap(({ effects }) => effects)) {
    if (kind === 'create_table') own.add(object)
    if (kind === 'create_index') own.add(`${object.split('.')[0]}.${name}`)
  }
}

interface Context {
  service: string
  own: ReadonlySet<string>
  ofHost: ReadonlySet<string>
  release: Release
  sql: string
}

function messagesOf({ effects }: Statement, context: Context): string[] {
  const online = onlineMigration(context.sql)
  return effects
    .filter(({ object }) => !context.own.has(object))
    .flatMap(effect => messageOf(effect, context, online?.kind ?? null) ?? [])
}

function messageOf(
  { kind, object, name, traits = [] }: Effect,
  { service, ofHost, release, sql }: Context,
  online: 'indexes' | 'batches' | null,
): string | null {
  const has = (trait: (typeof traits)[number]) => traits.includes(trait)
  const columns = release.columns[service]?.[object.split('.')[1] ?? '']
  const reads = `release ${release.version} still reads`
  if (online === 'indexes' && !has('concurrent'))
    return 'a file with "concurrently" has only statements about indexes: move this one to another file'
  switch (kind) {
    case 'drop_table':
      return columns || ofHost.has(object)
        ? `${reads} ${object}: drop it in the release after this one`
        : null
    case 'drop_schema':
      return `${reads} ${name}: drop it in the release after this one`
    case 'drop_column':
      return !columns || columns.includes(name!)
        ? `${reads} ${object}.${name}: drop it in the release after this one`
        : null
    case 'rename_table':
    case 'rename_column':
      return `${reads} the old name: add a new one, write both, and drop the old one in a later release`
    case 'drop_default':
      return `release ${release.version} may insert rows in which it does not write ${name}: drop it in the release after this one`
    case 'rewrite':
      return `this rewrites ${object} while nobody may use it: add a column or a table, write both, and drop the old one later`
    case 'close_rows':
      return `without policies release ${release.version} sees no rows of ${object} from now on: make them before, and write "-- needs a stop" with the reason`
    case 'change_type':
      return `this rewrites ${object} and may break what ${reads}: add a column, write both, and drop the old one later`
    case 'add_column':
      return columnMessage(has)
    case 'set_not_null':
      return `this reads all of ${object} while nobody else may: add check (${name} is not null) not valid, and validate it in the next file`
    case 'add_constraint':
      return constraintMessage(object, has)
    case 'revoke':
      return `release ${release.version} may still need this right: revoke it in the release after this one`
    case 'reindex':
      return has('concurrent')
        ? null
        : `this stops all that uses ${object}: write "reindex index concurrently", in a file of its own`
    case 'lock_table':
      return 'every statement takes its own lock: leave this one out'
    case 'drop_constraint':
      return /_(check|foreign|fkey)$/.test(name!)
        ? null
        : `release ${release.version} may still rely on ${name}: drop it in the release after this one`
    case 'create_index':
      return indexMessage(has('concurrent'), sql)
    case 'drop_index':
      return has('concurrent') ? null : 'write "drop index concurrently if exists", in a file of its own'
    case 'open_rows':
      return `this opens ${object} for its owner until the end of the file: change rows in a file of its own, with the line -- in batches of "${object.replace('.', '"."')}"`
    case 'write':
      return writeMessage(object, sql, online)
    case 'code':
      return 'what "do" runs cannot be read: write the statements themselves'
    case 'drop_function':
      return `release ${release.version} may still call it: drop it in the release after this one`
    case 'drop_other':
      return `release ${release.version} may still rely on ${name}: drop it in the release after this one`
    case 'unknown':
      return 'whether it runs beside the last release is not known: teach this check about it, or write "-- needs a stop" with the reason'
    default:
      return null
  }
}

type Has = (trait: NonNullable<Effect['traits']>[number]) => boolean

function columnMessage(has: Has): string | null {
  if (has('computed_default'))
    return 'a default that is computed rewrites the table: add the column without it, fill it in batches, then set the default'
  if (has('not_null') && !has('default'))
    return 'the last release does not write this column: give it a default, or let it be null'
  return has('checked')
    ? 'a constraint beside a new column is checked for all rows at once: add it "not valid", and validate it in the next file'
    : null
}

function constraintMessage(object: string, has: Has): string | null {
  if (has('unique'))
    return has('using_index')
      ? null
      : `this builds an index while nobody may use ${object}: create a unique index concurrently, then add the constraint "using index"`
  return has('not_valid')
    ? null
    : `this reads all of ${object} while nobody may write to it: add it "not valid", and validate it in the next file`
}

function indexMessage(isConcurrent: boolean, sql: string): string | null {
  if (!isConcurrent)
    return 'this stops all writes until the index is built: write "create index concurrently if not exists", in a file of its own'
  return /concurrently\s+if\s+not\s+exists/i.test(sql)
    ? null
    : 'write "if not exists": an interrupted migration runs again'
}

function writeMessage(object: string, sql: string, online: 'indexes' | 'batches' | null): string | null {
  if (online === 'batches')
    return /\blimit\s+\d+/i.test(sql)
      ? null
      : 'a batch has a limit: "where ctid in (select ctid … limit 1000)"'
  return `this changes any number of rows of ${object} in one transaction: write it in a file of its own, with the line -- in batches of "${object.replace('.', '"."')}"`
}
