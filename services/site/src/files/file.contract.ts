import { A, atMost, bodiesOf, C, common, crud, id, oneOf, refuse, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { File, mebibyte, variantNames } from '../storage/file.object.ts'

/** Hours that links to upload or download are valid; an upload that is not complete by then ends. */
export const linkHours = 24
/** Maximum files of a school, whatever its limits say. */
const maxFiles = 1_000_000

/** Maximum files that a student or curator uploads for answers and comments, their bytes, and those of one. */
export const maxOwnFiles = 200
export const maxOwnFileBytes = 100 * mebibyte
export const maxOwnBytes = 1024 * mebibyte

export const refusals = refuse({
  files_limit_reached: {
    status: 409,
    when: 'the school has as many files as it may have',
    message: 'The school has as many files as it may have. Delete some that are no longer used.',
  },
  storage_limit_reached: {
    status: 409,
    when: 'the file does not fit into the storage of the school',
    message: 'The file does not fit into the storage of the school. Delete files that are no longer used.',
  },
  own_files_limit_reached: {
    status: 409,
    when: 'a student or curator uploads more, or a larger file, than they may',
    message:
      'Students and curators upload only so much. Send a smaller file, or delete some that no answer shows.',
  },
  upload_incomplete: {
    status: 409,
    when: 'bytes of the upload are missing',
    message:
      'Bytes of this upload are missing. Send each part to its url, then report the upload complete again.',
  },
  file_not_ready: {
    status: 409,
    when: 'the file is not ready',
    message:
      'Only a ready file can be downloaded. Its status says what it waits for, or why it was rejected.',
  },
  file_in_use: {
    status: 409,
    when: 'pages or settings of the school use the file',
    message: 'The file is used. Remove it there first; see details.',
  },
  variant_missing: {
    status: 422,
    when: 'the file has no variant of this name',
    message:
      'The file has no such variant. Its variants list those that it has; leave the field out for the file itself.',
  },
})

const serverSet = ['status', 'problem', 'width', 'height', 'variants', 'ready_at'] as const
const bound = atMost(maxFiles, refusals.files_limit_reached)

const {
  list,
  get,
  update: change,
  delete: remove,
} = crud('/v1/files', File, {
  names: ['a file', 'files'],
  bound,
  summaries: {
    list: 'List files; students and curators see those that they have uploaded',
    get: 'Get a file',
    update: 'Change the name, the folder or the alt text of a file',
    delete: 'Delete a file that is not used',
  },
  readOnly: ['content_type', 'size', 'sha256', ...serverSet],
  filters: ['name', 'folder', 'content_type', 'sha256'],
  sorts: ['created_at', 'name', 'size'],
  search: true,
  refuses: { delete: [refusals.file_in_use] },
  examples: { update: { alt: 'A mountain lake in the morning', folder: 'course/pictures' } },
})

const FilePart = z.object({
  number: z.int32().min(1).describe('Counts up from 1.'),
  method: z.literal('PUT'),
  url: z.string().describe('Where the bytes are sent, without a credential.'),
  headers: z.record(z.string(), z.string()).describe('Headers that the request must have.'),
  size: z.int().min(1).describe('Bytes of the part; the parts follow each other.'),
})

export const StartedUpload = File.extend({
  upload: z
    .object({
      parts: z
        .array(FilePart)
        .min(1)
        .describe('The parts of the file in their order; each is sent to its own address.'),
      expires_at: timestamp().describe('The upload must be complete by then.'),
    })
    .describe('Where to send the bytes of the file, and until when.'),
})
export type StartedUpload = z.infer<typeof StartedUpload>

export const files = resource({
  list,
  start: C('POST /v1/files/upload-url', {
    summary: 'Start the upload of a file; students and curators have a quota for answers and comments',
    permission: 'files:write',
    body: bodiesOf(File, { readOnly: serverSet, defaults: { folder: '', alt: '' } }).create,
    example: { name: 'lake.png', content_type: 'image/png', size: 70, alt: 'A mountain lake' },
    bound,
    returns: StartedUpload,
    secretAnswer: true,
    hands: ['upload'],
    refuses: [refusals.storage_limit_reached, refusals.own_files_limit_reached, common.outcome_unknown],
  }),
  get,
  update: change,
  delete: remove,
  complete: A('POST /v1/files/{id}/complete', {
    summary: 'Complete an upload; its bytes are checked, again if an earlier check could not be made',
    permission: 'files:write',
    bound: null,
    returns: File,
    refuses: [refusals.upload_incomplete, common.outcome_unknown],
  }),
  download: A('POST /v1/files/{id}/download-url', {
    summary: 'Get a download link that works for anybody for a day',
    permission: 'files:read',
    readOnly: true,
    bound: null,
    body: z.strictObject({
      variant: oneOf(variantNames)
        .nullable()
        .default(null)
        .describe('The size of the picture to download; null for the file itself.'),
      disposition: oneOf(['attachment', 'inline'])
        .default('attachment')
        .describe('Whether browsers save it or show it; types that could run scripts are always saved.'),
    }),
    example: {},
    returns: z.object({
      id: id('fil'),
      url: z.string().describe('Where the file is fetched, without a key, until `expires_at`.'),
      expires_at: timestamp().describe('When the link stops working.'),
    }),
    secretAnswer: true,
    refuses: [refusals.file_not_ready, refusals.variant_missing],
  }),
})
