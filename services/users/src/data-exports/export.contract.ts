import { A, atMost, I, id, oneOf, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { exportLifecycle } from './export.lifecycle.ts'

export const exportFailures = ['too_large', 'unavailable'] as const

export const DataExport = z.object({
  id: id('job'),
  user_id: id('usr'),
  status: oneOf(exportLifecycle.states).describe(
    'Ask again to see how it is. After a failure that begins a new one, unless more is held than a file can be.',
  ),
  failure: oneOf(exportFailures)
    .nullable()
    .describe(
      'too_large: more than 32 MiB are held, so read the lists of every area by user_id; it is tried anew after a day. ' +
        'unavailable: a service was away for too long.',
    ),
  download_path: z
    .string()
    .nullable()
    .describe('Where a ready export is fetched, without a credential: a path at the school’s own address.'),
  expires_at: timestamp()
    .nullable()
    .describe('When the link and what it leads to are gone: 24 hours after it was ready.'),
  version: z.int(),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type DataExport = z.infer<typeof DataExport>

/** Exports of one school that wait to be built, at most. */
export const mostQueued = 100

export const refusals = refuse({
  too_many_exports: {
    status: 409,
    when: `${mostQueued} exports of the school wait to be built`,
    message: `At most ${mostQueued} exports of a school wait to be built. Order this one when some of them are ready.`,
  },
  export_beyond_own: {
    status: 403,
    when: 'the caller may not read all that is held',
    message:
      'An export holds what every service has of the person. Use a key that may read everything: *:read.',
  },
})

/** Of those that wait; the others are forgotten after a while. */
export const queueRoom = atMost(mostQueued, refusals.too_many_exports)

export const dataExports = resource({
  order: A('POST /v1/users/{id}/data-export', {
    summary: 'Order all that is held about a person; repeated, says how the order is and where the file is',
    permission: 'users:write',
    returns: DataExport,
    refuses: [refusals.export_beyond_own],
    bound: queueRoom,
    // The link alone opens the file.
    secretAnswer: true,
  }),
})

/** What the gateway asks for where someone comes with a link. */
export const downloads = resource({
  fetch: I('GET /internal/downloads/{token}', {
    summary: 'The file that a signed link leads to',
    callers: ['gateway'],
    permission: null,
    path: { token: text(200, 1) },
    returns: z.object({ name: z.string(), content: z.string() }),
  }),
})
