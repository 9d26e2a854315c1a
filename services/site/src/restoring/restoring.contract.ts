// The site service's part in the restore of a school: its record, its domains, and the bytes of its files.
import { I, id, oneOf, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { Packed } from '../files/extraction.contract.ts'
import { Limits, schoolName } from '../schools/school.contract.ts'

export const refusals = refuse({
  school_present: {
    status: 422,
    when: 'a school of this id is here, and is not being restored',
    message: 'A school of this id is here. A school returns only where nothing of it is.',
  },
})

/** The record of a school, as its archive has it. */
export const restoredSchool = z.object({
  id: id('sch'),
  name: schoolName(),
  status: oneOf(['active', 'suspended']),
  limits: Limits.partial(),
  ...stamps,
})
export type RestoredSchool = z.infer<typeof restoredSchool>

export const RestoredFile = z.object({
  ...Packed.shape,
  id: id('fil'),
  archive_id: id('fil'),
  size: z.int().min(0),
})

export const schoolRestoring = resource({
  check: I('POST /internal/restoring/check', {
    summary: 'Which of these hosts another school has, and whether this one is open',
    callers: ['service'],
    permission: null,
    body: z.object({ hosts: z.array(z.string().max(255)).max(1000) }),
    returns: z.object({
      taken: z.array(z.string()),
      is_open: z.boolean().describe('Whether the school is here, and is not being restored.'),
    }),
  }),
  /** From here on the school is listed as one that is being restored, and nobody else changes it. */
  mark: I('POST /internal/restoring', {
    summary: 'Mark the school as one that is being restored',
    callers: ['service'],
    permission: null,
    body: z.object({ name: schoolName() }),
    returns: z.object({ marked: z.literal(true) }),
    refuses: [refusals.school_present],
  }),
  /** The end of a restore that was given up. A repetition changes nothing. */
  unmark: I('POST /internal/restoring/unmark', {
    summary: 'Forget a school that is not restored any more, and its domains',
    callers: ['service'],
    permission: null,
    returns: z.object({ unmarked: z.literal(true) }),
    refuses: [refusals.school_present],
  }),
  /** Begins to store the bytes of these files; tells how many are still to be stored, these included. */
  files: I('POST /internal/restoring/files', {
    summary: 'Store the bytes of files from an archive',
    callers: ['service'],
    permission: null,
    body: z.object({
      files: z.array(RestoredFile).max(100),
      again: z.boolean().optional().describe('With those that have failed.'),
    }),
    returns: z.object({ open: z.int(), failed: z.int() }),
  }),
  open: I('POST /internal/restoring/open', {
    summary: 'Open the restored school',
    callers: ['service'],
    permission: null,
    body: restoredSchool.extend({
      operator: text(100).nullable().describe('Who of the platform team restores it.'),
    }),
    returns: z.object({ opened: z.literal(true) }),
  }),
})
