import { ArchiveRefused } from './refused.ts'
import { allIn, readXml } from './xml.ts'

const read = (text: string) => readXml(Buffer.from(text), 'a.xml')
const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')

test.each([
  ['an element of more attributes than anybody writes', `<r ${attributes(1_400_000)}/>`],
  ['more attributes in all', `<r>${`<e ${attributes(100)}/>`.repeat(4001)}</r>`],
  ['an attribute that is longer than anybody writes', `<r a="${'x'.repeat(65_537)}"/>`],
  ['more entities than anybody writes', `<r>${'&amp;'.repeat(1_000_001)}</r>`],
  ['elements in each other', '<r>'.repeat(51)],
  ['more elements', `<r>${'<e/>'.repeat(200_001)}</r>`],
  ['a document type', '<!DOCTYPE r [<!ENTITY a "a">]><r>&a;</r>'],
  ['no end', '<r><e>'],
])('XML with %s is refused', (_, text) => {
  expect(() => read(text)).toThrow(ArchiveRefused)
})

test('XML with as many attributes as programs write is read', () => {
  const root = read(`<r>${`<e ${attributes(100)}/>`.repeat(10)}</r>`)
  expect(allIn(root, 'e').map(({ attributes }) => attributes.size)).toEqual(Array(10).fill(100))
})
