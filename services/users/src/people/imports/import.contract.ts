// People of a file, slice by slice: for the service that reads the file.
import { I, id, oneOf, resource, roles, text } from '@lms/contract'
import { z } from 'zod'
import { groupJoined } from '../../access/groups/member.contract.ts'
import { Consent, userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import { userTagAdded } from '../tags/tag.contract.ts'
import { userCreated, userUpdated } from '../users/user.contract.ts'

/** The fields that a column of a file may hold, besides `custom_fields.<name>`. */
export const importFields = [
  'email',
  'phone',
  'first_name',
  'last_name',
  'full_name',
  'locale',
  'time_zone',
] as const

/** What becomes of a person who is there already. */
export const onMatch = ['fill_empty', 'overwrite', 'skip'] as const

export const maxImportRows = 500

const row = z.int32().min(1).describe('The number of the row in the file, from 1.')

export const peopleImports = resource({
  /**
   * Decides about each row in turn, and writes what was decided, in one transaction; a dry run keeps its decisions apart
   * until it ends, so that later rows see them as those of a run do. Under the same Idempotency-Key it does so once.
   */
  take: I('POST /internal/people-imports/rows', {
    summary: 'Create and change people by rows of a file',
    callers: ['service'],
    permission: null,
    body: z.object({
      import_id: id('imp'),
      dry_run: z.boolean(),
      on_match: oneOf(onMatch),
      tag_ids: z.array(id('tag')).max(20),
      group_ids: z.array(id('grp')).max(20),
      consent: Consent.pick({ channel: true, text_version: true, source: true }).nullable(),
      role: oneOf(roles).describe('That of who ordered the import.'),
      rights: z.array(z.array(z.string())),
      rows: z
        .array(
          z.object({ row, values: z.record(text(100, 1), z.string()).describe('Texts by their fields.') }),
        )
        .min(1)
        .max(maxImportRows),
    }),
    returns: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      matched_with_other_name: z.int(),
      other_names: z.array(z.object({ row, user_id: id('usr').nullable() })),
      errors: z.array(z.object({ row, field: z.string().nullable(), message: z.string() })),
    }),
    emits: [userCreated, userUpdated, userTagAdded, groupJoined, userConsentChanged],
  }),
  /** Forgets what a dry run has kept. */
  end: I('POST /internal/people-imports/end', {
    summary: 'Forget the decisions of a dry run',
    callers: ['service'],
    permission: null,
    body: z.object({ import_id: id('imp') }),
    returns: z.object({ id: id('imp') }),
  }),
})
