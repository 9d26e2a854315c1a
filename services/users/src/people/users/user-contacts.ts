// The person of a contact, for services that meet people who have not signed in: baskets, forms. The only place that
// makes a person of a contact.
import { emailKey, type Id, newId } from '@lms/contract'
import { inSchool, lazyStores, type Runtime, StatementError, textArray, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { schoolLanguage } from './school-language.ts'
import { NewUser, userCreated } from './user.contract.ts'
import { derived, newUser } from './user.rules.ts'
import type { Contact } from './user-matching.ts'

const AllStores = lazyStores(builder.stores)
const emailUnique = 'users_email_key'

interface Person extends Contact {
  first_name: string
  last_name: string
  locale?: string
}
interface PersonResult {
  user_id: Id<'usr'>
  created: boolean
}

interface Further<Result> {
  /** The result of an earlier time, if there was one: nobody is looked for then. */
  earlierResult(ctx: Work, stores: Stores): Promise<Result | null>
  /** What happens to the person in the same transaction. */
  also(person: PersonResult, ctx: Work, stores: Stores): Promise<Result>
}

const nothingFurther: Further<PersonResult> = {
  earlierResult: async () => null,
  also: async person => person,
}

/**
 * Finds the person of a contact, or makes one, who has the language of the school. Nothing of an existing person changes:
 * the contact is not proven. A phone that several people share names none of them. `further` adds to it within the
 * transaction.
 */
export async function personOf<Result = PersonResult>(
  person: Person,
  { work, runtime }: Pick<Work, 'work'> & { runtime: Runtime },
  further: Further<Result> = nothingFurther as Further<Result>,
): Promise<Result> {
  const { school, origin } = work
  const cause = { ...origin, askedBy: origin.caller, database: runtime.database.of(school) }
  const act = async (ctx: Work) => {
    const stores = new AllStores(ctx.work)
    const earlier = await further.earlierResult(ctx, stores)
    if (earlier) return earlier
    // Read of known people, too: strangers send contacts, and would learn from the time of the answer which the school knows.
    const fresh = { ...person, ...(await schoolLanguage(stores)) }
    return further.also(await findOrCreate(fresh, ctx, stores), ctx, stores)
  }
  const find = () => inSchool(school, runtime, act, cause)
  // An operation that creates a person takes no lock on the contact. The person it has just made is found now.
  return find().catch(error =>
    error instanceof StatementError && error.constraint === emailUnique ? find() : Promise.reject(error),
  )
}

async function findOrCreate(
  person: Person,
  { work, now, emit }: Work,
  { users }: Stores,
): Promise<PersonResult> {
  await lockContacts([person], { work })
  const [existingUser] = await users.match([person])
  if (existingUser!.user_id) return { user_id: existingUser!.user_id, created: false }
  const user = newUser(NewUser.parse(person), newId('usr'), now)
  emit(userCreated, user)
  users.insert({ ...user, ...derived(user) })
  return { user_id: user.id, created: true }
}

/** Simultaneous requests with one contact make one person: no constraint keeps phones apart. */
export async function lockContacts(
  contacts: readonly Contact[],
  { work }: Pick<Work, 'work'>,
): Promise<void> {
  const names = contacts.flatMap(({ email, phone }) => [email ? emailKey(email) : null, phone ?? null])
  const keys = [...new Set(names.filter(name => name !== null))].sort()
  // Always in the same order, so that two requests with the same contacts do not deadlock.
  await work.lock(
    `select pg_advisory_xact_lock(hashtextextended(k, 0)) from unnest($1::text[]) with ordinality n (k, place) order by place`,
    [textArray(keys.map(name => `contact ${name} of ${work.school}`))],
  )
}
