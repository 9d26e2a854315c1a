import { type Id, isAtLeast, newId } from '@lms/contract'
import { builder } from '../../builder.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import { newValues } from '../custom-fields/field.rules.ts'
import { listInSegments } from './in-segments.ts'
import { keepAnOwner } from './last-owner.ts'
import { schoolLanguage } from './school-language.ts'
import { NewUser, people, userCreated, users, userUpdated } from './user.contract.ts'
import { changeUser, checkRole, deleteUser, derived, newUser } from './user.rules.ts'
import { personOf } from './user-contacts.ts'
import { removeUser } from './user-removal.ts'

export const userHandlers = builder.implement(users, {
  list: async ({ query, caller, runtime, work }, { users, fields }) => {
    const fieldFilters = await fields.filters(query)
    if (query.filters.some(({ name }) => name === 'segment_id'))
      return listInSegments(fieldFilters.query, fieldFilters.conditions, users, { caller, runtime, work })
    return users.list(fieldFilters.query, fieldFilters.conditions)
  },

  create: async ({ body, caller, now, emit }, { users, fields, school }) => {
    checkRole(body.role, caller)
    const [usual] = await Promise.all([schoolLanguage({ school }), fields.check(body.custom_fields)])
    const user = newUser(NewUser.parse({ ...usual, ...body }), newId('usr'), now)
    fields.note(user.id, body.custom_fields)
    emit(userCreated, user)
    return users.insert({ ...user, ...derived(user) })
  },

  get: ({ path }, { users }) => users.get(path.id),

  byEmail: ({ path }, { users }) => users.byEmail(path.email),

  update: async ({ path, body, caller, emit, work }, stores) => {
    const { users, fields, sessions, emailChanges, groups, calendarLinks } = stores
    const user = await users.lock(path.id)
    if (body.role) checkRole(body.role, caller)
    checkRole(user.role, caller)
    const changed = changeUser(user, body)
    await keepAnOwner(user, changed, users)
    const values = newValues(body.custom_fields ?? {}, user.custom_fields)
    await fields.check(values)
    fields.note(user.id, values)
    const saved = users.change(user, { ...changed, ...derived(changed) })
    if (saved.role !== user.role || saved.status !== user.status) invalidateCaches(work, 'user', user.id)
    if (isAtLeast(user.role, 'curator') && !isAtLeast(saved.role, 'curator')) groups.reassign(user.id, null)
    if (saved.status === 'blocked') sessions.closeOf(user.id)
    if (body.email !== undefined) emailChanges.withdraw(user.id)
    if (body.new_calendar) calendarLinks.renew(user.id)
    emit(userUpdated, saved, { previous: user })
    return saved
  },

  delete: async ({ path, caller, work }, stores) => {
    const user = await stores.users.lock(path.id)
    checkRole(user.role, caller)
    await keepAnOwner(user, deleteUser(user), stores.users)
    removeUser(user, work, stores)
    return { id: user.id, deleted: true as const }
  },
})

export const peopleHandlers = builder.implement(people, {
  batch: async ({ body }, { users }) => ({ users: await users.many(body.ids) }),
  match: async ({ body }, { users }) => ({ matches: await users.match(body.contacts) }),
  findOrCreate: ({ body, ...ctx }) => personOf(body, ctx),
  audience: async ({ body }, { users }) => ({ user_ids: await users.audience(body) }),

  calendars: async ({ body }, { calendarLinks }) => ({
    calendars: (await calendarLinks.of(body.user_ids)) as { user_id: Id<'usr'>; number: number }[],
  }),

  administrators: async (_, { users }) => ({ users: await users.withMail(['owner', 'administrator']) }),

  owners: async (_, { users }) => ({ users: await users.withMail(['owner']) }),
})
