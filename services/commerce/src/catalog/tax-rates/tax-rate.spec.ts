import { startSystem, type TestSystem } from '@lms/testing'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [commerceService] })
})
afterAll(() => system.stop())

function school() {
  const { taxRates } = system.client('commerce', commerceContract.resources, system.caller())
  const replace = (...rates: Parameters<typeof taxRates.replace>[0]['body']['rates']) =>
    taxRates.replace({ body: { rates } })
  const listed = async (query: Record<string, string> = {}) =>
    (await taxRates.list({ query })).data.map(({ country, kind, basis_points }) => [
      country,
      kind,
      basis_points,
    ])
  return { taxRates, replace, listed }
}
const germany = { country: 'DE', name: 'VAT', basis_points: 1900 }
const courses = { ...germany, kind: 'course' as const, basis_points: 700 }
const austria = { country: 'AT', name: 'VAT', basis_points: 2000 }

test('the table is replaced: absent rates are deleted, the others keep their ids', async () => {
  const { replace, listed } = school()
  const { rates } = await replace(germany, courses, austria)
  expect(rates[0]).toMatchObject({ ...germany, kind: 'any', included: true, version: 1 })
  expect(await listed()).toEqual([
    ['AT', 'any', 2000],
    ['DE', 'any', 1900],
    ['DE', 'course', 700],
  ])
  const changed = await replace({ ...germany, basis_points: 1600 }, courses)
  expect(changed.rates).toEqual([
    { ...rates[0], basis_points: 1600, version: 2, updated_at: expect.any(String) },
    rates[1],
  ])
  expect(await listed()).toHaveLength(2)
  await replace()
  expect(await listed()).toEqual([])
})

test('rates are found by country and kind', async () => {
  const { replace, listed } = school()
  await replace(germany, courses, austria)
  expect(await listed({ country: 'DE', kind: 'course' })).toEqual([['DE', 'course', 700]])
  expect(await listed({ sort: '-country', kind: 'any' })).toEqual([
    ['DE', 'any', 1900],
    ['AT', 'any', 2000],
  ])
})

test('two rates with the same country and kind are refused, without a change', async () => {
  const { replace, listed } = school()
  await replace(austria)
  await expect(replace(germany, courses, { ...germany, name: 'Other' })).rejects.toMatchObject({
    status: 422,
    reason: 'tax_rate_repeated',
    details: [{ path: 'body.rates.2' }],
  })
  expect(await listed()).toEqual([['AT', 'any', 2000]])
})

test('of simultaneous replacements one table remains, complete', async () => {
  const { replace, listed } = school()
  const tables = [[germany, courses], [austria, { ...germany, basis_points: 1 }], [austria]]
  for (let round = 0; round < 3; round++) {
    await Promise.all(tables.map(table => replace(...table)))
    const actual = JSON.stringify(await listed())
    const completeTables = tables.map(table =>
      JSON.stringify(
        table
          .map(({ country, basis_points, ...rate }) => [
            country,
            'kind' in rate ? rate.kind : 'any',
            basis_points,
          ])
          .sort(),
      ),
    )
    expect(completeTables).toContain(actual)
  }
})

test.each([
  ['no country', { country: 'ZZ' }],
  ['a union', { country: 'EU' }],
  ['lower-case letters', { country: 'de' }],
  ['more than all', { basis_points: 10_001 }],
  ['a part of a hundredth', { basis_points: 0.5 }],
])('%s is not a rate', async (_, wrong) => {
  await expect(school().replace({ ...germany, ...wrong })).rejects.toMatchObject({ status: 400 })
})
