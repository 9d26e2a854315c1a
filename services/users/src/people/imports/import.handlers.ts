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
import { peopleImports } from './import.contract.ts'
import { type Deciding, type Decision, decide, People } from './import.rules.ts'
import { giveAll } from './import-effects.ts'
import { type PersonFields, readRow } from './row.rules.ts'

type Order = BodyOf<(typeof peopleImports)['take']>
type Result = ReturnsOf<(typeof peopleImports)['take']>

export const importHandlers = builder.implement(peopleImports, {
  take: async ({ body, ...ctx }, stores) => {
    const result: Result = {
      ...{ created: 0, updated: 0, unchanged: 0, matched_with_other_name: 0 },
      other_names: [],
      errors: [],
    }
    const usual = await schoolLanguage(stores)
    const read = await readRows(body, result, stores)
    const peopleById = await knownPeople(body, read, ctx, stores)
    const people = new People(peopleById.values())
    const touched = new Set<string>()
    const meant = new Set<User['id']>()
    for (const { row, given: personFields } of read) {
      const decision = decideOrFail(personFields, people, { ...body, usual }, ctx)
      if (decision.kind === 'error') {
        result.errors.push({ row, ...decision.fault })
        continue
      }
      const { kind, person, otherName } = decision
      result[kind]++
      meant.add(person.id)
      if (kind !== 'unchanged') touched.add(person.id)
      if (!otherName) continue
      result.matched_with_other_name++
      // Of a person that only a dry run knows there is nothing to look at.
      result.other_names.push({ row, user_id: body.dry_run && !peopleById.has(person.id) ? null : person.id })
    }
    const changed = [...touched].map(id => people.get(id)!)
    if (body.dry_run) stores.importNotes.note(body.import_id, changed)
    else {
      write(changed, peopleById, ctx, stores)
      await giveAll([...meant].sort(), body, ctx, stores)
      // One record for each part of the file, about the import.
      if (ctx.work.hasWrites)
        ctx.work.outgoing.audit({
          ...{ operation: 'POST /v1/imports', objectId: body.import_id, status: 201 },
          way: 'import',
          at: ctx.runtime.clock.now(),
        })
    }
    return result
  },

  end: async ({ body }, { importNotes }) => {
    importNotes.forget(body.import_id)
    return { id: body.import_id }
  },
})

/** The rows that can be read; the errors of the others go into the result. */
async function readRows({ rows }: Order, result: Result, { fields }: Stores) {
  const names = rows.flatMap(({ values }) => Object.keys(values))
  const custom = new Set(
    names.filter(name => name.startsWith('custom_fields.')).map(name => name.slice('custom_fields.'.length)),
  )
  const fieldsByName = new Map((await fields.lockByNames([...custom])).map(field => [field.name, field]))
  return rows.flatMap(({ row, values }) => {
    const read = readRow(values, fieldsByName)
    if ('given' in read) return [{ row, given: read.given }]
    result.errors.push(...read.faults.map(fault => ({ row, ...fault })))
    return []
  })
}

/** The people with the contacts of the rows: in a dry run as it would have left them, else locked. */
async function knownPeople(
  { import_id, dry_run }: Order,
  read: readonly { given: PersonFields }[],
  { work }: Pick<Work, 'work'>,
  { users, importNotes }: Stores,
): Promise<Map<string, User>> {
  const contacts = read.map(({ given: personFields }) => personFields)
  if (!dry_run) await lockContacts(contacts, { work })
  const ids = await users.withContacts(contacts)
  if (!dry_run && ids.length) await users.lockMany(ids)
  const rows: User[] = ids.length ? await users.many(ids) : []
  const noted = dry_run ? await importNotes.people(import_id, contacts, ids) : []
  return new Map(
    [...rows.filter(({ status }) => status !== 'deleted'), ...noted].map(user => [user.id, user]),
  )
}

/** What a person cannot have, such as too many bytes of custom fields, is an error of the row. */
function decideOrFail(
  personFields: PersonFields,
  people: People,
  order: Order & Pick<Deciding, 'usual'>,
  { now }: Pick<Work, 'now'>,
): Decision {
  try {
    return decide(personFields, people, {
      on_match: order.on_match,
      usual: order.usual,
      now,
      newId: () => newId('usr'),
      mayChange: ({ role }) =>
        role === 'student' || coversRole({ role: order.role, rights: order.rights as never }, role),
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { kind: 'error', fault: { field: null, message: error.message } }
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
