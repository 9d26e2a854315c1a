// Removes expired data of sign-ins.
import { scheduled, step } from '@lms/service-host'

/** Deletes expired sessions, and used signatures that would be too old anyway. */
export const removeSignIns = scheduled('forget-sign-ins', '1-59/10 * * * *', async ({ system, clock }) => {
  const now = clock.now().toISOString()
  await system.run([
    step(`delete from "users"."used_signatures" where expires_at < $1`, [now]),
    step(`delete from "users"."sessions" where expires_at < $1`, [now]),
  ])
})
