// Role → permissions: the one table. Effective rights are role ∩ scope (∩ the user's own under X-On-Behalf-Of).
import type { Mask, Role } from '@lms/contract'

export const roleRights: Readonly<Record<Role, readonly Mask[]>> = {
  owner: ['*'],
  administrator: ['*'],
  manager: [
    '*:read',
    'users:write',
    'groups:write',
    'tags:write',
    'offers:write',
    'orders:write',
    'payments:write',
    'me:write',
  ],
  curator: [
    'me:*',
    'users:read',
    'custom-fields:read',
    'tags:read',
    'groups:read',
    'courses:read',
    'lessons:read',
    'submissions:*',
    'comments:*',
  ],
  student: [
    'me:*',
    'offers:read',
    'orders:read',
    'courses:read',
    'lessons:read',
    'submissions:*',
    'comments:*',
  ],
}
