import { userCreated, userDeleted } from '@lms/users/contract'
import { house } from '../house.ts'

export const onUserCreated = house.reaction('user-created', userCreated, async ({ event }, { people }) => {
  people.note(event.data.object.id, false)
})

export const onUserDeleted = house.reaction('user-deleted', userDeleted, async ({ event }, { people }) => {
  people.note(event.data.object.id, true)
})
