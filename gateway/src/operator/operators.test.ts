import { createHash } from 'node:crypto'
import { firstOperator, operatorOf, readOperators, refuseBeyond } from './operators.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

test('each operator is known by the hash of a token', () => {
  const faults: string[] = []
  const others = readOperators(`ann:support:${hashOf('one')}  bea:viewer:${hashOf('two')}`, faults)
  expect(faults).toEqual([])
  const operators = [firstOperator('first'), ...others]
  const nameOf = (token: string) => operatorOf(`Bearer ${token}`, operators).name
  expect([nameOf('first'), nameOf('one'), nameOf('two')]).toEqual(['operator', 'ann', 'bea'])
  for (const header of [undefined, '', 'Bearer three', `Bearer ${hashOf('one')}`, 'Basic one'])
    expect(() => operatorOf(header, operators)).toThrow('LMS_OPERATORS')
})

test.each([
  'ann',
  `ann:owner:${hashOf('one')}`,
  'ann:admin:one',
  `a b:admin:${hashOf('one')}`,
  `ann:admin:${hashOf('one')} ann:viewer:${hashOf('two')}`,
])('%j is no list of operators', text => {
  const faults: string[] = []
  readOperators(text, faults)
  expect(faults.length).toBeGreaterThan(0)
})

const [viewer, support, admin] = (['viewer', 'support', 'admin'] as const).map(role => ({
  ...firstOperator('x'),
  role,
}))

test.each([
  ['GET', '/operator/v1/schools', [true, true, true]],
  ['POST', '/operator/v1/schools/{id}/crm/rebuild', [false, true, true]],
  ['POST', '/operator/v1/schools/{id}/keys', [false, false, true]],
  ['PATCH', '/operator/v1/schools/{id}', [false, false, true]],
  ['POST', '/operator/v1/schools/{id}/erase', [false, false, true]],
  ['GET', '/operator/v1/schools/{id}/erasure', [true, true, true]],
])('%s %s', (method, path, may) => {
  const done = [viewer!, support!, admin!].map(operator => {
    try {
      refuseBeyond(operator, { method, path })
      return true
    } catch {
      return false
    }
  })
  expect(done).toEqual(may)
})
