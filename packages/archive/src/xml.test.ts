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

test('XML is read in the charset that it declares, and past the name of a document type', () => {
  const text = (bytes: Uint8Array) => readXml(bytes, 'a.xml').children.join('')
  const cyrillic = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
    Buffer.from([0xd3, 0xf0, 0xee, 0xea]),
    Buffer.from('</a>'),
  ])
  expect(text(cyrillic)).toBe('Урок')
  expect(text(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9t\xe9</a>', 'latin1'))).toBe(
    'été',
  )
  expect(text(Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le'))).toBe('é')
  expect(text(Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le'))).toBe('é')
  expect(text(Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>'))).toBe('é')
  const named = '<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2.dtd"><a>b</a>'
  expect(text(Buffer.from(named))).toBe('b')
  expect(() => text(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow(ArchiveRefused)
})
