import { A, atMost, id, oneOf, refuse, resource, stamps, timestamp } from '@lms/contract'
import { z } from 'zod'
import { reachRefusals } from '../../reach.ts'
import { exportLifecycle } from './export.lifecycle.ts'

export const exportFailures = ['too_large', 'unavailable'] as const

export const DataExport = z.object({
  id: id('job'),
  user_id: id('usr'),
  status: oneOf(exportLifecycle.states).describe(
    'Repeat the request to see the progress. After a failure this begins a new export, unless the data exceed a file.',
  ),
  failure: oneOf(exportFailures)
    .nullable()
    .describe(
      'too_large: the data exceed 32 MiB; read the lists of every area by user_id instead. A repetition tries again after a day. ' +
        'unavailable: a service was unavailable for too long.',
    ),
  download_path: z
    .string()
    .nullable()
    .describe('Where to download a ready export, without a credential: a path at the school’s own address.'),
  expires_at: timestamp()
    .nullable()
    .describe('When the link and the file expire: 24 hours after the export was ready.'),
  ...stamps,
})
export type DataExport = z.infer<typeof DataExport>

/** Maximum waiting exports of one school. */
export const maxQueued = 100

export const refusals = refuse({
  too_many_exports: {
    status: 409,
    when: `${maxQueued} exports of the school are waiting`,
    message: `At most ${maxQueued} exports of a school may wait at a time. Repeat this request when some of them are ready.`,
  },
  export_beyond_own: {
    status: 403,
    when: 'the caller may not read all data of the person',
    message:
      'An export contains the data of the person in every service. Use a key that may read everything: *:read.',
  },
})

/** The maximum applies to waiting exports; others are deleted after a while. */
export const queueRoom = atMost(maxQueued, refusals.too_many_exports)

export const dataExports = resource({
  order: A('POST /v1/users/{id}/data-export', {
    summary: 'Export all data of a person; repeat the request to see the progress and the link to the file',
    permission: 'users:write',
    returns: DataExport,
    refuses: [refusals.export_beyond_own, reachRefusals.person_out_of_reach],
    bound: queueRoom,
    // The link alone gives access to the file.
    secretAnswer: true,
  }),
})
