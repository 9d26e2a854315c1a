// The decision about one row of a file: pure. A run and a dry run decide by the same function over the same people.
import { emailKey, type Id } from '@lms/contract'
import { fitting } from '../custom-fields/field.rules.ts'
import { NewUser, type User } from '../users/user.contract.ts'
import { newUser } from '../users/user.rules.ts'
import type { onMatch } from './import.contract.ts'
import type { RowFault } from './reading.ts'
import type { PersonFields } from './row.rules.ts'

/** The people whom the rows of a slice may mean, as they are after the rows before. */
export class People {
  readonly #byId = new Map<string, User>()
  readonly #byEmail = new Map<string, string>()
  readonly #byPhone = new Map<string, Set<string>>()

  constructor(people: Iterable<User>) {
    for (const person of people) this.put(person)
  }

  get(id: string): User | undefined {
    return this.#byId.get(id)
  }

  /** Adds a person, or replaces the one with this id. */
  put(person: User): void {
    const before = this.#byId.get(person.id)
    if (before?.email) this.#byEmail.delete(emailKey(before.email))
    if (before?.phone) this.#byPhone.get(before.phone)?.delete(before.id)
    this.#byId.set(person.id, person)
    if (person.email) this.#byEmail.set(emailKey(person.email), person.id)
    if (!person.phone) return
    const sharing = this.#byPhone.get(person.phone) ?? new Set()
    this.#byPhone.set(person.phone, sharing.add(person.id))
  }

  /** By e-mail first, then by phone, never by name. */
  match({ email, phone }: Pick<PersonFields, 'email' | 'phone'>): User | 'several' | null {
    const own = email && this.#byEmail.get(emailKey(email))
    if (own) return this.#byId.get(own)!
    const sharing = [...((phone && this.#byPhone.get(phone)) || [])]
    if (sharing.length > 1) return email ? null : 'several'
    return sharing.length ? this.#byId.get(sharing[0]!)! : null
  }
}

export type Decision =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly person: User; readonly otherName: boolean }
  | { readonly kind: 'error'; readonly fault: RowFault }

export interface Deciding {
  /** When a new person came, if the row says it. */
  readonly createdAt?: string | null
  readonly on_match: (typeof onMatch)[number]
  readonly now: string
  /** What a new person has where the row says nothing. */
  readonly usual?: { readonly locale?: string }
  /** The id of a new person. */
  newId(): Id<'usr'>
  /** Whether the orderer may change this person. */
  mayChange(person: User): boolean
}

/** Decides about a row, and enters the person of it. Throws what a person cannot be refused for. */
export function decide(personFields: PersonFields, people: People, deciding: Deciding): Decision {
  const existingPerson = people.match(personFields)
  if (existingPerson === 'several')
    return fault('phone', 'several people have this phone; give the e-mail of the one you mean')
  if (existingPerson === null) {
    const fields = NewUser.parse({ ...deciding.usual, ...personFields })
    const fresh = newUser(fields, deciding.newId(), deciding.now)
    const { createdAt } = deciding
    const person = createdAt && createdAt < fresh.created_at ? { ...fresh, created_at: createdAt } : fresh
    people.put(person)
    return { kind: 'created', person, otherName: false }
  }
  const otherName = differs(personFields, existingPerson)
  const changed =
    deciding.on_match === 'skip' ? existingPerson : changedBy(personFields, existingPerson, deciding.on_match)
  if (changed === existingPerson) return { kind: 'unchanged', person: existingPerson, otherName }
  if (!deciding.mayChange(existingPerson))
    return fault(null, 'you may not change this person, who has more permissions than you')
  people.put(changed)
  return { kind: 'updated', person: changed, otherName }
}

const fault = (field: string | null, message: string): Decision => ({
  kind: 'error',
  fault: { field, message },
})

/** Whether both have a first or a last name, and not the same. */
const differs = (personFields: PersonFields, person: User): boolean =>
  (['first_name', 'last_name'] as const).some(part => {
    const [one, other] = [(personFields[part] ?? '').toLowerCase(), person[part].toLowerCase()]
    return one !== '' && other !== '' && one !== other
  })

/** The person with the given values; the same object if nothing changes. */
function changedBy(personFields: PersonFields, person: User, how: 'fill_empty' | 'overwrite'): User {
  const { custom_fields, ...fields } = personFields
  const takes = (present: unknown) =>
    how === 'overwrite' || present === null || present === '' || present === undefined
  const set = Object.entries(fields).filter(([name, value]) => {
    const present = person[name as keyof typeof fields]
    return takes(present) && present !== value
  })
  const values = Object.entries(custom_fields).filter(([name, value]) => {
    const present = person.custom_fields[name]
    return takes(present) && JSON.stringify(present) !== JSON.stringify(value)
  })
  if (set.length === 0 && values.length === 0) return person
  const merged = { ...person.custom_fields, ...Object.fromEntries(values) } as User['custom_fields']
  return {
    ...person,
    ...Object.fromEntries(set),
    custom_fields: values.length ? fitting(merged) : person.custom_fields,
  }
}
