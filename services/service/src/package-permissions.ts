// What an import or export of a course may touch.
import type { Permission } from '@lms/contract'

/**
 * The permissions to have a course read from a package, with all that may be in it, or written into one: for the order, its
 * task and the link to the file.
 */
export const packagePermissions = {
  import: [
    ...(['courses:write', 'modules:write', 'lessons:write', 'lesson-blocks:write', 'files:write'] as const),
    ...(['quizzes:write', 'questions:write', 'assignments:write'] as const),
  ],
  export: [
    ...(['courses:write', 'modules:read', 'lessons:read', 'lesson-blocks:read', 'files:read'] as const),
    ...(['quizzes:read', 'questions:read', 'assignments:read'] as const),
  ],
} satisfies Record<string, readonly Permission[]>
