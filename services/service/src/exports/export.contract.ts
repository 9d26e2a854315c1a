import { atMost, bodiesOf, C, event, G, L, oneOf, refuse, resource } from '@lms/contract'
import { Export, exportFormats } from './export.object.ts'

/**
 * Maximum exports of a school that wait, run, or still have a file: nobody can delete one before its day is over, and
 * whoever copies a school each night orders one of every list.
 */
export const maxExports = 200
/** Maximum bytes of their files; archives, which have a maximum of their own, do not count. */
export const maxExportBytes = 50 * 1024 ** 3

export const refusals = refuse({
  exports_limit_reached: {
    status: 409,
    when: `the school has ${maxExports} exports that wait, run or can be downloaded, or those have 50 GiB`,
    message: `A school has at most ${maxExports} exports, with files of 50 GiB, that wait, run or can be downloaded. Repeat this request when some of them have expired.`,
  },
  export_list_unknown: {
    status: 422,
    when: 'no list has this path',
    message: 'list must be the path of a list, such as /v1/orders, with the ids of its path filled in.',
  },
  export_fields_unknown: {
    status: 422,
    when: 'the objects of the list have no such fields or relations',
    message:
      'The list has no such fields or relations; see details. Its operation in the reference names them.',
  },
  export_beyond_own: {
    status: 403,
    when: 'the caller may not read the list',
    message: 'You may not read this list. Use a key whose role and scope include its permission.',
  },
})

const { create } = bodiesOf(Export, {
  readOnly: [
    ...(['kind', 'status', 'failure', 'progress', 'warnings', 'size', 'key_id', 'user_id'] as const),
    ...(['download_url', 'expires_at'] as const),
  ],
  defaults: { query: '', fields: null, expand: [], format: 'csv', time_zone: 'UTC', bom: false },
})

export const exportFinished = event('system.export_finished', {
  when: 'an export is ready or has failed',
  object: Export.omit({ download_url: true }),
  related: ['user_id'],
  example: { status: 'finished', progress: { done: 1200, total: 1200 }, size: 96_000 },
})

export const exports = resource({
  list: L('GET /v1/exports', {
    summary: 'List exports',
    permission: 'exports:read',
    returns: Export,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/exports', {
    summary: 'Start an export of a list; GET /v1/exports/{id} has its state and link',
    permission: 'exports:write',
    body: create.extend({
      format: oneOf(exportFormats)
        .default('csv')
        .describe('The format of the file: a table as CSV or XLSX, or JSON Lines.'),
    }),
    example: { list: '/v1/users', format: 'xlsx', fields: ['email', 'first_name', 'created_at'] },
    returns: Export,
    refuses: [refusals.export_list_unknown, refusals.export_fields_unknown, refusals.export_beyond_own],
    bound: atMost(maxExports, refusals.exports_limit_reached),
  }),
  get: G('GET /v1/exports/{id}', {
    summary: 'Get the state of an export, and the link to its file',
    permission: 'exports:read',
    returns: Export,
  }),
})
