import { newId, Refused } from '@lms/contract'
import { maxTags } from './tag.contract.ts'
import { nameKey, tagsByIdOrName, tagsToAdd, tagsToRemove } from './tag.rules.ts'

const tag = (name: string) => ({ id: newId('tag'), name, name_key: nameKey(name), added_at: '' })
const [vip, bonn, old] = [tag('VIP'), tag('Bonn'), tag('Old  friend')] as const
const refusalOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Refused ? error : Promise.reject(error)
  }
}

test('tags are named by id or by name, ignoring case and spaces, each counted once', () => {
  expect(tagsByIdOrName(['vip', bonn.id, 'OLD friend', vip.id], [vip, bonn, old])).toEqual([vip, bonn, old])
})

test('every unknown name is listed', () => {
  const unknown = newId('tag')
  expect(refusalOf(() => tagsByIdOrName(['nobody', 'VIP', unknown], [vip]))).toMatchObject({
    refusal: { reason: 'tag_unknown' },
    details: [{ path: 'body.tags.0' }, { path: 'body.tags.2' }],
  })
})

test('only missing tags are added, only present ones removed', () => {
  expect(tagsToAdd([vip], [vip, bonn])).toEqual([bonn])
  expect(tagsToRemove([vip, old], [vip, bonn])).toEqual([vip])
  expect(tagsToRemove([vip, old], [vip, bonn], { others: true })).toEqual([old])
})

test('nobody gets more tags than the maximum', () => {
  const present = Array.from({ length: maxTags }, (_, index) => tag(`t${index}`))
  expect(tagsToAdd(present, [present[0]!])).toEqual([])
  expect(refusalOf(() => tagsToAdd(present, [vip]))).toMatchObject({
    refusal: { reason: 'tags_limit_reached' },
  })
})
