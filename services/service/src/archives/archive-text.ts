import { readFileSync } from 'node:fs'

/** The version of the product that makes an archive. */
export const productVersion: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** The format, with its number; a later format has another one, and this one stays readable. */
export const formatName = 'open-school-archive'
export const formatNumber = 1
export const format = `${formatName}/${formatNumber}`

/** The entry that a person reads first. */
export const readme = `# The archive of a school

This file has everything that the school keeps in Open School, in the format \`${format}\`.

- \`openapi.json\` describes the objects.
- \`rows/<service>/<table>/00001.jsonl\`: the rows of a table in the order of their keys, an object in each line. The fields
  of objects of the API have the names that \`GET\` answers with; others are what the school needs to come back.
- \`journal/2026-11.jsonl\`: the events of a month, an event in each line, as \`GET /v1/events\` shows it.
- \`files/<id>\`: the bytes of a file. \`rows/site/files\` has its name and type.
- \`manifest.json\` is the last entry: the moment of each service's snapshot, the number of rows, and the SHA-256 of each
  other entry. The snapshot has every change of its service that an event up to \`sequence\` tells of, and the journal ends
  with \`last_sequence\`. \`beyond_snapshot\` names tables that were read on after the snapshot had ended, and
  \`references_beyond\` objects that rows refer to and that are younger than the snapshot of their service, so that the
  archive lacks them. \`missing_files\` names files that were deleted meanwhile.

It has no secrets: no keys, sessions and passwords, and no secrets of providers, integrations and webhooks. The platform team
restores a school from it: \`lms school restore <file> --school <id>\`.
`

/** The e-mail to all owners. */
export const archiveMail = ({
  id,
  user_id,
  key_id,
  created_at,
}: {
  id: string
  user_id: string | null
  key_id: string
  created_at: string
}) => ({
  locale: 'en',
  subject: 'An archive of your school was ordered',
  lines: [
    'Somebody ordered an archive with all data of your school.',
    `When: ${created_at}\nBy: ${user_id ?? key_id}\nExport: ${id}`,
    'If this was none of you, revoke the key or end the session that ordered it. Its export then fails.',
  ],
})
