// A new right begins a study, although nobody asks for it: otherwise its first lessons would be told late.
import { accessGranted } from '@lms/users/contract'
import { builder } from '../../builder.ts'
import { takeRights } from './follow-rights.ts'

export const onAccessGranted = builder.reaction(
  'access-granted',
  accessGranted,
  async ({ event, work }, { rights }) => {
    const { id, user_id, course_id, group_id, status, version, ...access } = event.data.object
    const { starts_at, expires_at, frozen_at, ended_at } = access
    await rights.holdCopy()
    // What was read from the users service is as new, or newer.
    if (await rights.has(id)) return
    const right = {
      user_id,
      course_id,
      group_id,
      status,
      version,
      starts_at,
      expires_at,
      frozen_at,
      ended_at,
    }
    await takeRights([{ id, right, flow: null }], work)
  },
)
