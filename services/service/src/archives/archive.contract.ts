import { atMost, C, refuse, resource } from '@lms/contract'
import { Export } from '../exports/export.object.ts'

/** Maximum archives of a school that wait, run, or still have a file. */
export const maxArchives = 3

export const refusals = refuse({
  archives_limit_reached: {
    status: 409,
    when: `the school has ${maxArchives} archives that wait, run or can be downloaded`,
    message: `A school has at most ${maxArchives} archives that wait, run or can be downloaded. Use one of them, or repeat this request when one has expired.`,
  },
  archive_of_owner: {
    status: 403,
    when: 'the caller is no owner, or may not read everything',
    message:
      'Only owners who may read everything may order an archive of the school. Use a key or session with the role owner and the scope *:read besides exports:write.',
  },
})

export const fullExports = resource({
  create: C('POST /v1/exports/full', {
    summary: 'Order an archive of the whole school; all owners get a mail about it',
    permission: 'exports:write',
    returns: Export,
    refuses: [refusals.archive_of_owner],
    bound: atMost(maxArchives, refusals.archives_limit_reached),
  }),
})
