// Erases a school: everything that the installation has of it, but the record that it was erased.
import { I, id, oneOf, refuse, resource, text, timestamp } from '@lms/contract'
import { erasingRefusals } from '@lms/site/contract'
import { z } from 'zod'

/** Days that the archive of a school may be old when it is erased. */
export const archiveDays = 30

export const refusals = refuse({
  archive_missing: {
    status: 409,
    when: `the school has no archive of the last ${archiveDays} days`,
    message: `The school has no archive of the last ${archiveDays} days. Resume it, take one (POST /v1/exports/full) and keep the file elsewhere, or say that none is wanted: without_archive.`,
  },
  erasure_missing: {
    status: 404,
    when: 'the school is not being erased, and was not',
    message: 'This school is not being erased, and was not.',
  },
  school_erased: {
    status: 409,
    when: 'the school was erased here, or is being erased',
    message:
      'A school of this id was erased here, or is being erased, and its id never comes back. Restore its archive into another installation.',
  },
})

export const erasureStates = ['running', 'finished'] as const

export const Erasure = z.object({
  id: id('sch').describe('That of the school.'),
  status: oneOf(erasureStates),
  operator: text(100).describe('Who of the platform team has ordered it.'),
  request_id: text(128),
  part: text(40).describe(
    'What it is at: mark (the school is closed, its domains are free), close (services begin nothing in it any more), remove (rows), files, messages (of the bus), rest (what was under way ends), registry (its last row), end.',
  ),
  service: text(40).nullable().describe('The service that it is at.'),
  rows: z.record(z.string(), z.int()).describe('Removed rows, by service.'),
  files: z.int().describe('Removed files and unfinished uploads.'),
  messages: z.int().describe('Removed messages of the bus.'),
  problem: text(500).nullable().describe('Why the last try went no further; it is repeated by itself.'),
  began_at: timestamp(),
  ended_at: timestamp().nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const NewErasure = z.strictObject({
  name: text(200, 1).describe('The name of the school, as a confirmation.'),
  without_archive: z
    .boolean()
    .default(false)
    .describe(`Erase it also without an archive of the last ${archiveDays} days.`),
})

/** For the platform team: the school of the caller, and all that were erased. */
export const erasures = resource({
  begin: I('POST /internal/erasures', {
    summary: 'Begin to erase the school; of one that is being erased the state',
    callers: ['gateway'],
    permission: null,
    body: NewErasure,
    returns: Erasure,
    refuses: [
      refusals.archive_missing,
      erasingRefusals.school_not_suspended,
      erasingRefusals.school_name_different,
    ],
  }),
  get: I('GET /internal/erasure', {
    summary: 'The state of the erasure',
    callers: ['gateway'],
    permission: null,
    returns: Erasure,
    refuses: [refusals.erasure_missing],
  }),
  all: I('POST /internal/erasures/all', {
    summary: 'Erasures of all schools, the newest first',
    callers: ['gateway'],
    permission: null,
    body: z.object({ before: id('sch').nullable() }),
    returns: z.object({ erasures: z.array(Erasure), next: id('sch').nullable() }),
  }),
})
