// Which files a caller may name in a body. What shows a file hands out links to it, so naming one that the caller may not read
// would be a way to read it.
import { type Caller, hasPermission, type Role } from '@lms/contract'
import type { Condition } from '../database/page.ts'

/**
 * Whether people of a role see only files that they have uploaded themselves: those of the school are shown to them by what
 * contains them.
 */
const hasOwnFiles = (role: Role): boolean => role === 'student' || role === 'curator'

/** The condition on the files that a caller may see, whose uploader is in the column `user_id`; none for staff. */
export const visibleFiles = ({ role, user }: Caller): Condition | null =>
  hasOwnFiles(role) ? { sql: 't."user_id" = $', values: [user] } : null

/** Why the caller may not name the file, or null: its uploader is a person, or null for a file of the school. */
export function namingProblem(uploader: string | null, { role, user, rights }: Caller): string | null {
  if (!hasPermission(rights, 'files:read')) return 'to name a file, the caller needs files:read'
  const isForeign = hasOwnFiles(role) && (user === null || uploader !== user)
  return isForeign ? 'is no file that you have uploaded' : null
}
