// Declarations of personal data agree with themselves and with the objects that they are about.
import { execFileSync } from 'node:child_process'
import { personalPaths, sampleOf, withoutPersonal } from '@lms/contract'
import { allServices } from '@lms/testing/all-services'
import type { z } from 'zod'
import { withoutPeople } from './people-columns.ts'
import { root } from './sources.ts'

const kinds = allServices.flatMap(({ contract, personalData = [] }) =>
  personalData.map(kind => ({ ...kind, name: `${contract.service}: ${kind.what}` })),
)
const namesOf = (selected: typeof kinds) => selected.map(({ name }) => name)

// By the reaction to user.anonymized, which is also that to user.deleted.
const leftByReaction = [
  'users: memberships of groups, groups with the person as curator, and what is assigned to them as one',
]
// With their orders.
const movedByOthers = ['commerce: payments', 'commerce: receipts', 'commerce: refunds']

/** Whether fields are declared to be personal, or are by their names. */
function isPersonal(object: z.ZodType): boolean {
  const sample = sampleOf(object, 'output')
  return (
    personalPaths(object).length > 0 || JSON.stringify(withoutPersonal(sample, {})) !== JSON.stringify(sample)
  )
}

test('objects with personal fields are erased', () => {
  const personal = kinds.filter(({ object }) => object && isPersonal(object))
  expect(namesOf(personal)).toEqual(expect.arrayContaining(['users: consents', 'commerce: orders']))
  expect(namesOf(personal.filter(({ erase }) => !erase))).toEqual([])
})

test('an erasure does exactly what its receipt lists', () => {
  expect(namesOf(kinds.filter(({ erase, erased }) => erased !== null && !erase))).toEqual(leftByReaction)
  expect(namesOf(kinds.filter(({ erase, erased }) => erase && erased === null))).toEqual([])
  expect(namesOf(kinds.filter(({ kept, why }) => (kept === null) !== (why === null)))).toEqual([])
})

test('data that need a right to be moved are moved', () => {
  expect(namesOf(kinds.filter(({ needs, move }) => needs !== null && !move))).toEqual(movedByOthers)
})

test('a text that may say something about people belongs to a kind, whoever’s id stands beside it', () => {
  // In a process of its own: connecting to a database, as other files of tests do, changes what entities say of columns.
  const program = `console.log(JSON.stringify((await import('./test/architecture/people-columns.ts')).textsOfNoKind)); process.exit()`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  expect(JSON.parse(String(printed)).sort()).toEqual([...withoutPeople].sort())
})

test('every kind has a name of its own in its service', () => {
  const names = namesOf(kinds)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.length).toBeGreaterThan(10)
})
