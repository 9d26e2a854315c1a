// The site service's part in the erasure of a school: its record, its domains, and the bytes of its files.
import { I, oneOf, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { schoolName } from '../schools/school.contract.ts'
import { schoolLifecycle } from '../schools/school.lifecycle.ts'

export const refusals = refuse({
  school_not_suspended: {
    status: 409,
    when: 'the school is not suspended',
    message:
      'Only a suspended school can be erased: people may still be at work in it. Suspend it first (lms school suspend), and erase it when nobody has missed it.',
  },
  school_name_different: {
    status: 422,
    when: 'the name is not that of the school',
    message:
      'This is not the name of the school. Repeat its name exactly as `lms school list` shows it: an erasure cannot be undone.',
  },
})

export const schoolErasing = resource({
  check: I('POST /internal/erasing/check', {
    summary: 'The state of the school, and whether this is its name',
    callers: ['service'],
    permission: null,
    body: z.object({ name: schoolName() }),
    returns: z.object({
      status: oneOf(schoolLifecycle.states).nullable().describe('Null if there is no such school.'),
      is_named: z.boolean(),
    }),
  }),
  /** From here on nobody opens the school again, and others can take its domains. A repetition changes nothing. */
  mark: I('POST /internal/erasing', {
    summary: 'Mark the school as one that is being erased, and free its domains',
    callers: ['service'],
    permission: null,
    returns: z.object({ marked: z.literal(true) }),
    refuses: [refusals.school_not_suspended],
  }),
  /** Removes bytes of files of the school for a few seconds. Repeat it until no more are left. */
  files: I('POST /internal/erasing/files', {
    summary: 'Remove the bytes of files of the school',
    callers: ['service'],
    permission: null,
    returns: z.object({
      more: z.boolean().describe('Whether some were removed, or are left.'),
      removed: z.int().describe('Files and unfinished uploads that this call has removed.'),
    }),
  }),
})
