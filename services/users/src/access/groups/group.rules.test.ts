import { Refused, type Role } from '@lms/contract'
import { checkCurator } from './group.rules.ts'

const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
  return null
}

describe('a curator', () => {
  const people: [Role, 'active' | 'blocked' | 'deleted', boolean][] = [
    ['owner', 'active', true],
    ['administrator', 'active', true],
    ['manager', 'active', true],
    ['curator', 'active', true],
    ['student', 'active', false],
    ['curator', 'blocked', false],
    ['curator', 'deleted', false],
  ]
  test.each(people)('%s who is %s: %j', (role, status, fits) => {
    expect(reasonOf(() => checkCurator({ role, status }))).toBe(fits ? null : 'curator_invalid')
  })
  test('must exist', () => {
    expect(reasonOf(() => checkCurator(null))).toBe('curator_invalid')
  })
})
