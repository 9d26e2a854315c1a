import { I, oneOf, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { refusals as erasureRefusals } from '../erasures/erasure.contract.ts'

/** Maximum bytes of an archive that is restored. */
export const maxArchiveBytes = 160 * 1024 ** 3
/** Bytes of one part of an upload, before base64. */
export const partBytes = 512 * 1024
/** Pieces of 1 MiB that wait for the storage. */
export const maxOpenRestores = 48

export const refusals = refuse({
  restore_under_way: {
    status: 409,
    when: 'the rows of an archive are already being written',
    message:
      'An archive is being restored into this school, or what was restored is being removed. Ask for its state; it goes on by itself, and after a failure when it is run again.',
  },
  restore_over: {
    status: 409,
    when: 'the school is back and open',
    message: 'The school is back and open: what people do there now is theirs. Suspend it instead.',
  },
  restore_not_begun: {
    status: 409,
    when: 'a restore is given up, and none has brought anything back',
    message:
      'Nothing was to give up: no restore has brought anything of this school back, and nothing was removed. A school that is open stays as it is.',
  },
  restore_missing: {
    status: 404,
    when: 'no restore of this school was begun',
    message: 'No restore of this school was begun. Begin one with the size of the archive.',
  },
  restore_out_of_place: {
    status: 409,
    when: 'the bytes do not follow those that have arrived',
    message: 'Send the bytes that follow those that have arrived: `received` says how many they are.',
  },
  restore_incomplete: {
    status: 409,
    when: 'bytes of the archive are missing',
    message: 'Send all bytes of the archive first: `received` says how many have arrived.',
  },
})

export const restoreStates = [
  'uploading',
  'checking',
  'checked',
  'restoring',
  'done',
  'refused',
  'failed',
  'removing',
  'removed',
] as const

export const Restore = z.object({
  status: oneOf(restoreStates).describe(
    'refused: nothing was written. failed: run it again to go on from where it ended, or give it up. removing: what was restored goes. removed: nothing of the school is here any more, and another restore can begin.',
  ),
  size: z.int(),
  sha256: text(64).nullable().describe('The hash of the archive as its sender has named it; null for none.'),
  received: z.int().describe('Bytes of the archive that have arrived.'),
  problem: text(2000).nullable().describe('Why it was refused or has failed.'),
  part: text(40).describe('What it is at.'),
  done: z.int().describe('Entries of the archive that this part is done with.'),
  entries: z.int().describe('Entries of the archive; 0 until they are counted.'),
  rows: z.int().describe('Rows that were written.'),
  files: z.int().describe('Files whose bytes were stored.'),
  to_set: z
    .array(z.string())
    .describe('What the school has to set again: no archive has its keys, sessions and secrets.'),
  updated_at: timestamp(),
})
export type Restore = z.infer<typeof Restore>

export const NewRestore = z.strictObject({
  size: z.int().min(22).max(maxArchiveBytes).describe('Bytes of the archive.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('The SHA-256 of all these bytes, in hex, by which the sender knows the archive again.'),
})
export const RestorePart = z.strictObject({
  offset: z.int().min(0).max(maxArchiveBytes).describe('Bytes before these.'),
  content: z
    .string()
    .max(Math.ceil(partBytes / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .describe(`At most ${partBytes} bytes, in base64.`),
})
export const RestoreRun = z.strictObject({
  dry_run: z.boolean().default(false).describe('Only checks the archive, and writes nothing.'),
})

/** Restores a school from its archive, for the platform team: the school of the caller. */
export const restores = resource({
  begin: I('POST /internal/restore', {
    summary: 'Begin the upload of an archive',
    callers: ['gateway'],
    permission: null,
    body: NewRestore,
    returns: Restore,
    refuses: [refusals.restore_under_way, erasureRefusals.school_erased],
  }),
  take: I('PUT /internal/restore/bytes', {
    summary: 'Take the next bytes of an archive; bytes that have arrived before are no error',
    callers: ['gateway'],
    permission: null,
    body: RestorePart,
    returns: Restore,
    refuses: [refusals.restore_missing, refusals.restore_under_way, refusals.restore_out_of_place],
  }),
  run: I('POST /internal/restore/run', {
    summary: 'Check the archive, and restore it unless it is a dry run',
    callers: ['gateway'],
    permission: null,
    body: RestoreRun,
    returns: Restore,
    refuses: [refusals.restore_missing, refusals.restore_incomplete],
  }),
  /** The archive is forgotten; what it has brought back goes, step by step. A repetition changes nothing. */
  giveUp: I('POST /internal/restore/give-up', {
    summary: 'Give the restore up, and remove what it has written',
    callers: ['gateway'],
    permission: null,
    returns: Restore,
    refuses: [refusals.restore_not_begun, refusals.restore_over],
  }),
  get: I('GET /internal/restore', {
    summary: 'The state of the restore',
    callers: ['gateway'],
    permission: null,
    returns: Restore,
    refuses: [refusals.restore_missing],
  }),
})
