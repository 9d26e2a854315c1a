import { newId, Refused } from '@lms/contract'
import { type Client, type StoresOf, scheduled, step, type Work } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { schoolLanguage } from '../../people/users/school-language.ts'
import { NewUser, User, userCreated } from '../../people/users/user.contract.ts'
import { derived, freshUser } from '../../people/users/user.rules.ts'
import type { IdentityRow } from '../identities/identity.store.ts'
import { displayName, type MessengerPerson, nameOf } from '../messenger/messenger.rules.ts'
import { prove, type Signed } from '../messenger/proof.ts'
import type { Session } from '../sessions/session.contract.ts'
import { newSession } from '../sessions/session.rules.ts'
import { signSession } from '../sessions/session-token.ts'
import { recordingFailure } from './failed-sign-ins.ts'
import { auth, signInRefusals, userSignedIn } from './sign-in.contract.ts'

// Removes expired data of sign-ins.
/** Deletes expired sessions, and used signatures that would be too old anyway. */
export const removeSignIns = scheduled('forget-sign-ins', '1-59/10 * * * *', async ({ system, clock }) => {
  const now = clock.now().toISOString()
  await system.run([
    step(`delete from "users"."used_signatures" where expires_at < $1`, [now]),
    step(`delete from "users"."sessions" where expires_at < $1`, [now]),
  ])
})

type Stores = StoresOf<typeof builder.stores>
type Input = Work<typeof userCreated | typeof userSignedIn> & { client: Client }

const signInHandlers = builder.implement(auth, {
  messenger: ({ body, ...input }, stores) =>
    recordingFailure(auth.messenger.route, input, () => signIn({ fields: body }, 'messenger', input, stores)),
  miniApp: ({ body, ...input }, stores) =>
    recordingFailure(auth.miniApp.route, input, () => signIn(body, 'messenger_miniapp', input, stores)),
})

async function signIn(signed: Signed, method: Session['method'], input: Input, stores: Stores) {
  const { now, emit, runtime, client } = input
  const person = await prove(signed, input, stores)
  const seen = await stores.identities.ofSubject('messenger', person.subject)
  const usual = seen || person.language !== null ? {} : await schoolLanguage(stores)
  const identityRow = await stores.identities.lockSubject('messenger', person.subject)
  const { user, identity } = identityRow
    ? { user: await knownUser(identityRow, person, stores), identity: identityRow.id }
    : newcomer(person, usual, input, stores)
  const sessionInput = { id: newId('ses'), user_id: user.id, identity_id: identity, method }
  const session = stores.sessions.insert(newSession(sessionInput, client, now))
  const related = { user_id: user.id, session_id: session.id, identity_id: identity }
  const { address: _, agent: __, last_seen_at: ___, ...publicSession } = session
  emit(userSignedIn, publicSession, { related })
  const claims = { school: session.school_id, user: user.id, session: session.id }
  const [from, until] = [now, session.expires_at].map(Date.parse) as [number, number]
  return {
    access_token: signSession(claims, from, until, runtime.vault),
    token_type: 'Bearer' as const,
    expires_at: session.expires_at,
    user,
  }
}

/** The person of a login method; refuses blocked and deleted people. */
async function knownUser(identity: IdentityRow, person: MessengerPerson, { users, identities }: Stores) {
  const user = await users.findAny(identity.user_id)
  if (user?.status === 'blocked') throw new Refused(signInRefusals.person_blocked)
  if (user?.status !== 'active') throw new Refused(signInRefusals.person_deleted)
  identities.noteSignIn(identity, displayName(person))
  return user
}

/** A person who signs in for the first time becomes a student, reachable by the messenger. */
function newcomer(
  person: MessengerPerson,
  usual: { locale?: string },
  { now, emit }: Input,
  { users, identities }: Stores,
) {
  const { language } = person
  const userFields = NewUser.parse({
    first_name: nameOf(person.firstName),
    last_name: nameOf(person.lastName),
    locale: language && User.shape.locale.safeParse(language).success ? language : usual.locale,
  })
  const fresh = freshUser(userFields, newId('usr'), now)
  const user = users.insert({ ...fresh, ...derived(fresh) })
  emit(userCreated, fresh)
  const identity = identities.insert({
    ...identities.fresh(newId('idn')),
    user_id: user.id,
    provider: 'messenger',
    subject: person.subject,
    display_name: displayName(person),
    verified_at: now,
    last_used_at: now,
  })
  return { user, identity: identity.id }
}

export const signInResource = builder.resource({
  handlers: [signInHandlers],
  tasks: [removeSignIns],
})
