// Every operation of the platform team is listed with its record, and has the record that the list says.
import { readFileSync } from 'node:fs'
import { figuresRebuilding } from '@lms/analytics/contract'
import type { Operation } from '@lms/contract'
import { rebuilding } from '@lms/crm/contract'
import { badgeKeyRotation } from '@lms/learning/contract'
import { auditInternalApi } from '@lms/service/contract'
import { keyInternalApi, messengerInternalApi } from '@lms/users/contract'
import { operator } from './operator.contract.ts'

const root = new URL('../../../', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')

const listed = new Map(
  [...text('docs/audit-log.md').matchAll(/^\| `(\w+ \/operator\/[^`]+)` \| (yes|no)\b/gm)].map(
    ([, route, answer]) => [route!, answer === 'yes'] as const,
  ),
)

/** The operations that the host records, and those that site records itself. */
const declared = [
  ...[figuresRebuilding, rebuilding, badgeKeyRotation, auditInternalApi, keyInternalApi, messengerInternalApi]
    .flatMap(resource => Object.values(resource) as Operation[])
    .flatMap(({ operatorRoute }) => operatorRoute ?? []),
  ...['schools/school.resource.ts', 'restoring/restoring.resource.ts'].flatMap(file =>
    [...text(`services/site/src/${file}`).matchAll(/'(\w+ \/operator\/v1\/[^']+)'/g)].map(
      ([, route]) => route!,
    ),
  ),
]

test('all operations of the platform team are listed, and no other', () => {
  expect([...listed.keys()].sort()).toEqual(
    Object.values(operator)
      .map(({ route }) => route as string)
      .sort(),
  )
})

test('those that are listed with a record are those that have one', () => {
  const recorded = [...listed].flatMap(([route, isRecorded]) => (isRecorded ? route : []))
  expect(recorded.sort()).toEqual([...new Set(declared)].sort())
})
