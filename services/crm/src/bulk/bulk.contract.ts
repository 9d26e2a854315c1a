import { atMost, bodiesOf, C, full, G, L, refuse, resourceWithEvents } from '@lms/contract'
import { startRefusals } from '../messages/start.rules.ts'
import { imprintRefusals } from '../settings/imprint.rules.ts'
import { BulkAction, bulkActionFinished } from './bulk.object.ts'

const maxBulkActions = 10_000

export const refusals = refuse({
  bulk_actions_limit_reached: full(
    maxBulkActions,
    'bulk actions',
    'They are kept as a record; none can be deleted.',
  ),
  bulk_action_unclear: {
    status: 422,
    when: 'the field of another kind is set, or that of its own kind is not',
    message:
      'Set the one field of the kind: course_id for accesses, group_id, tag_id, field, mailing_id or scenario_id; terms only with grant_access, and one of them; value only with set_field.',
  },
  bulk_segment_unknown: {
    status: 422,
    when: 'the school has no such segment',
    message: 'segment_id must be a segment of this school. GET /v1/segments lists them.',
  },
  bulk_mailing_unknown: {
    status: 422,
    when: 'the school has no such mailing, or it is no draft',
    message: 'mailing_id must be the draft of a mailing of this school. GET /v1/mailings lists them.',
  },
  bulk_beyond_own: {
    status: 403,
    when: 'the caller may not make the same call for one person',
    message: 'You lack the permission that this kind of action needs for one person.',
  },
})

const { create } = bodiesOf(BulkAction, {
  readOnly: ['status', 'failure', 'counts', 'key_id', 'user_id', 'finished_at', 'results'],
  defaults: { dry_run: false, field: null, value: null },
})

export const bulkActions = resourceWithEvents([bulkActionFinished], {
  list: L('GET /v1/bulk-actions', {
    summary: 'List bulk actions',
    permission: 'bulk-actions:read',
    returns: BulkAction,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/bulk-actions', {
    summary:
      'Start a bulk action on all members of a segment: an access, a group, a tag, a field, a mailing or a scenario',
    permission: 'bulk-actions:write',
    body: create,
    returns: BulkAction,
    bound: atMost(maxBulkActions, refusals.bulk_actions_limit_reached),
    refuses: [
      refusals.bulk_action_unclear,
      refusals.bulk_segment_unknown,
      refusals.bulk_mailing_unknown,
      refusals.bulk_beyond_own,
      startRefusals.subject_missing,
      imprintRefusals.postal_address_missing,
    ],
  }),
  get: G('GET /v1/bulk-actions/{id}', {
    summary: 'Get a bulk action with its progress and the results by person',
    permission: 'bulk-actions:read',
    returns: BulkAction,
  }),
})
