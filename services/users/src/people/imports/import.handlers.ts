import { type BodyOf, newId, Refused, type ReturnsOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { coversRole } from '../../roles.ts'
import { newValues } from '../custom-fields/field.rules.ts'
import { schoolLanguage } from '../users/school-language.ts'
import { User, userCreated, userUpdated } from '../users/user.contract.ts'
import { derived } from '../users/user.rules.ts'
import type { UserRow } from '../users/user.store.ts'
import { lockContacts } from '../users/user-contacts.ts'
import { applyExtras } from './apply-extras.ts'
import { dayOrderOf } from './day.ts'
import type { Extras } from './extras.rules.ts'
import { extrasOf } from './extras-of-people.ts'
import { peopleImports } from './import.contract.ts'
import { type Deciding, type Decision, decide, People } from './import.rules.ts'
import type { Reading } from './reading.ts'
import { SliceResult } from './result.ts'
import { type PersonFields, readRow } from './row.rules.ts'

type Order = BodyOf<(typeof peopleImports)['take']>

interface ReadRow {
  readonly row: number
  readonly personFields: PersonFields
  readonly extras: Extras
}

export const importHandlers = builder.implement(peopleImports, {
  take: async ({ body, ...ctx }, stores): Promise<ReturnsOf<(typeof peopleImports)['take']>> => {
    ctx.work.outgoing.asImport()
    const result = new SliceResult()
    const usual = await schoolLanguage(stores)
    const read = await readRows(body, result, stores)
    const peopleById = await knownPeople(body, read, ctx, stores)
    const people = new People(peopleById.values())
    const touched = new Set<string>()
    const meant: { row: number; person: User; extras: Extras }[] = []
    for (const { row, personFields, extras } of read) {
      const deciding = { ...body, usual, createdAt: extras.signed_up_at }
      const decision = decideOrFail({ row, personFields }, people, { deciding, result }, ctx)
      if (decision.kind === 'error') {
        result.refuse(row, [decision.fault])
        continue
      }
      const { kind, person, otherName } = decision
      result.count(kind)
      meant.push({ row, person, extras })
      if (kind !== 'unchanged') touched.add(person.id)
      // Of a person that only a dry run knows there is nothing to look at.
      if (otherName) result.noteOtherName(row, body.dry_run && !peopleById.has(person.id) ? null : person.id)
    }
    const changed = [...touched].map(id => people.get(id)!)
    if (body.dry_run) stores.importNotes.note(body.import_id, changed)
    else write(changed, peopleById, ctx, stores)
    await applyExtras(meant, body, { ctx, result, stores })
    // One record for each part of the file, about the import.
    if (!body.dry_run && ctx.work.hasWrites)
      ctx.work.outgoing.audit({
        ...{ operation: 'POST /v1/imports', objectId: body.import_id, status: 201 },
        way: 'import',
        at: ctx.runtime.clock.now(),
      })
    return result.answer
  },

  end: async ({ body }, { importNotes }) => {
    importNotes.forget(body.import_id)
    return { id: body.import_id }
  },

  extras: async ({ body: { user_ids } }, stores) => ({ people: await extrasOf(user_ids, stores) }),

  fields: async (_, { fields }) => ({ fields: await fields.active() }),
})

/** The rows that can be read; the faults of all go into the result. */
async function readRows({ rows }: Order, result: SliceResult, stores: Stores): Promise<ReadRow[]> {
  const names = rows.flatMap(({ values }) => Object.keys(values))
  const custom = new Set(
    names.filter(name => name.startsWith('custom_fields.')).map(name => name.slice('custom_fields.'.length)),
  )
  const [fields, school] = await Promise.all([stores.fields.lockByNames([...custom]), stores.school.get()])
  const reading: Reading = {
    fields: new Map(fields.map(field => [field.name, field])),
    country: school.country,
    order: dayOrderOf(school.language, school.country),
    zone: school.time_zone,
  }
  return rows.flatMap(({ row, values }) => {
    const { faults, ...read } = readRow(values, reading)
    if (read.personFields === null) {
      result.refuse(row, faults)
      return []
    }
    result.warn(row, faults)
    return [{ row, ...read }]
  })
}

/** The people with the contacts of the rows: in a dry run as it would have left them, else locked. */
async function knownPeople(
  { import_id, dry_run }: Order,
  read: readonly ReadRow[],
  { work }: Pick<Work, 'work'>,
  { users, importNotes }: Stores,
): Promise<Map<string, User>> {
  const contacts = read.map(({ personFields }) => personFields)
  if (!dry_run) await lockContacts(contacts, { work })
  const ids = await users.withContacts(contacts)
  if (!dry_run && ids.length) await users.lockMany(ids)
  const rows: User[] = ids.length ? await users.many(ids) : []
  const noted = dry_run ? await importNotes.people(import_id, contacts, ids) : []
  return new Map(
    [...rows.filter(({ status }) => status !== 'deleted'), ...noted].map(user => [user.id, user]),
  )
}

/** Custom fields that would be too many bytes are left out; what else a person cannot have is an error of the row. */
function decideOrFail(
  { row, personFields }: Pick<ReadRow, 'row' | 'personFields'>,
  people: People,
  { deciding, result }: { deciding: Order & Pick<Deciding, 'usual' | 'createdAt'>; result: SliceResult },
  { now }: Pick<Work, 'now'>,
): Decision {
  const { on_match, usual, createdAt, role, rights } = deciding
  const options: Deciding = {
    ...{ on_match, usual, createdAt, now },
    newId: () => newId('usr'),
    mayChange: person =>
      person.role === 'student' || coversRole({ role, rights: rights as never }, person.role),
  }
  try {
    return decide(personFields, people, options)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (Object.keys(personFields.custom_fields).length === 0)
      return { kind: 'error', fault: { field: null, message: error.message } }
    result.warn(row, [{ field: null, message: `custom fields are left out: ${error.message}` }])
    return decide({ ...personFields, custom_fields: {} }, people, options)
  }
}

/** Writes people as the rows have left them, each once, whatever number of rows meant them. */
function write(
  changed: readonly User[],
  peopleById: ReadonlyMap<string, User>,
  { emit }: Pick<Work, 'emit'>,
  { users, fields, emailChanges }: Stores,
): void {
  for (const person of changed) {
    const before = peopleById.get(person.id) as UserRow | undefined
    fields.note(person.id, newValues(person.custom_fields, before?.custom_fields ?? {}))
    if (before) {
      const { status: _, ...columns } = User.parse(person)
      const saved = users.save(before, { ...columns, ...derived(person) })
      if (saved.email !== before.email) emailChanges.withdraw(person.id)
      emit(userUpdated, saved, { previous: before })
    } else {
      emit(userCreated, person)
      users.insert({ ...person, ...derived(person) })
    }
  }
}
