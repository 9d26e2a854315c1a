import { type Caller, stampsAt } from '@lms/contract'
import { enqueue, missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkReach } from '../people/reach.ts'
import { preferences } from './preferences.contract.ts'
import { newlyOff } from './preferences.rules.ts'
import { usual } from './preferences.store.ts'
import { messageUnsubscribed } from './unsubscription.ts'
import { withdrawConsents } from './withdraw.task.ts'

export const preferencesHandlers = builder.implement(preferences, {
  get: async (input, stores) => {
    const { userId } = input.path
    await checkPerson(userId, input, stores)
    const row = await stores.preferences.find(userId)
    return row ?? { user_id: userId as never, ...usual, ...stampsAt(input.now) }
  },

  replace: async (input, stores) => {
    const { path, body, now, emit, work } = input
    const id = path.userId as never
    await checkPerson(path.userId, input, stores)
    await checkReach([path.userId], input)
    stores.people.lockShared(path.userId)
    await stores.preferences.lockCapacity()
    const [before] = await stores.preferences.lockMany([path.userId])
    work.checkVersion(path.userId, before?.version ?? 1)
    const saved = before
      ? stores.preferences.save(before, body)
      : stores.preferences.insert({ ...stores.preferences.fresh(id), user_id: id, ...body })
    const off = newlyOff(before ?? usual, saved)
    for (const each of off)
      emit(messageUnsubscribed, {
        user_id: id,
        ...each,
        source: 'preferences',
        message_id: null,
        unsubscribed_at: now,
      })
    if (off.length > 0 && saved.all_off)
      enqueue(work, withdrawConsents, { user_id: id }, { key: path.userId })
    return saved
  },
})

/** A person whom the school does not have, or who is not the student who asks, does not exist. */
async function checkPerson(
  userId: string,
  { caller, runtime }: { caller: Caller; runtime: Work['runtime'] },
  { people }: Stores,
): Promise<void> {
  if (caller.role === 'student' && caller.user !== userId) missing()
  if (!(await people.exists(userId, runtime))) missing()
}
