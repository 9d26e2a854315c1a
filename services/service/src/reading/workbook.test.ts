import { ArchiveRefused } from '@lms/archive'
import fc from 'fast-check'
import { ZipFile } from 'yazl'
import { LocalTime } from '../formats/local-time.ts'
import { emptyXlsx, xlsxEnd, xlsxRows } from '../formats/xlsx.ts'
import { Workbook } from './workbook.ts'

const opened = (bytes: Buffer) =>
  Workbook.open(async ({ start, length }) => bytes.subarray(start, start + length), bytes.length, {
    school: 'sch_1',
  })
async function rowsOf(bytes: Buffer, from = 0) {
  const workbook = await opened(bytes)
  const rows = []
  for await (const row of workbook.rows(from)) rows.push(row)
  return rows
}
const textsOf = async (bytes: Buffer) =>
  (await rowsOf(bytes)).map(({ cells }) => cells).filter(cells => cells.length > 0)

async function zipped(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A workbook as other programs write it: shared texts, styles, prefixes. */
const foreign = (entries: Readonly<Record<string, string>> = {}) =>
  zipped({
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="o"><x:workbookPr/><x:sheets><x:sheet name="A" sheetId="7" r:id="rId3"/><x:sheet name="B" sheetId="8" r:id="rId4"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="strings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="sheet" Target="/xl/worksheets/first.xml"/><Relationship Id="rId4" Type="sheet" Target="worksheets/second.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="&quot;day&quot; 0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml':
      '<sst><si><t>E-mail</t></si><si><r><t xml:space="preserve">Full </t></r><r><t>name</t></r><rPh><t>reading</t></rPh></si><si><t>ann@school.org</t></si></sst>',
    'xl/worksheets/first.xml':
      '<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row><x:row r="2"/><x:row r="3"><x:c r="A3" t="s"><x:v>2</x:v></x:c><x:c r="B3"/><x:c r="C3" t="inlineStr"><x:is><x:t>Ann &amp; Bob</x:t></x:is></x:c><x:c r="D3"><x:v>7.9161234567E10</x:v></x:c><x:c r="E3" s="1"><x:v>46353</x:v></x:c><x:c r="F3" s="2"><x:v>46353.39583333</x:v></x:c><x:c r="G3" s="3"><x:v>0.1</x:v></x:c><x:c r="H3" t="b"><x:v>1</x:v></x:c><x:c r="I3" t="e"><x:v>#N/A</x:v></x:c><x:c r="J3" t="str"><x:f>A1</x:f><x:v>sum</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    'xl/worksheets/second.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    ...entries,
  })

test('a workbook of another program gives the texts of its first sheet', async () => {
  expect(await textsOf(await foreign())).toEqual([
    ['E-mail', '', 'Full name'],
    [
      ...['ann@school.org', '', 'Ann & Bob', '79161234567', '2026-11-27', '2026-11-27 09:30:00', '0.1'],
      ...['true', '', 'sum'],
    ],
  ])
})

test.each([
  ['hidden', '', [['1']]],
  ['veryHidden', '', [['1']]],
  ['visible', 'hidden', 'first'],
  ['hidden', 'hidden', 'first'],
])(
  'of a workbook the first visible sheet counts, else the first: %s, %s',
  async (first, second, expected) => {
    const stateOf = (state: string) => (state ? ` state="${state}"` : '')
    const book = await foreign({
      'xl/workbook.xml': `<workbook xmlns:r="o"><sheets><sheet name="A"${stateOf(first)} r:id="rId3"/><sheet name="B"${stateOf(second)} r:id="rId4"/></sheets></workbook>`,
    })
    expect(await textsOf(book)).toEqual(expected === 'first' ? await textsOf(await foreign()) : expected)
  },
)

test('rows with a height and no cells may be as many as they are', async () => {
  const empty = '<row r="9" ht="20" customHeight="1"/>\n'.repeat(60_000)
  const row = '<row r="1"><c t="inlineStr"><is><t>a</t></is></c></row>'
  const sheet = `<worksheet><sheetData>${empty}${row}${empty}</sheetData></worksheet>`
  expect(await textsOf(await foreign({ 'xl/worksheets/first.xml': sheet }))).toEqual([['a']])
})

test('a number that is shown with zeros before it keeps them', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>'
  const cells = ['123', '1234567', '-7', '1.5'].map(value => `<c s="1"><v>${value}</v></c>`).join('')
  const book = await foreign({ 'xl/styles.xml': styles, ...sheet(`<row>${cells}</row>`) })
  expect(await textsOf(book)).toEqual([['00123', '1234567', '-7', '1.5']])
})

const utc = new LocalTime('UTC')
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => /^[^\p{Cc}\p{Cs}\ufffe\uffff]*$/u.test(text)),
  fc.integer(),
)

test('what a workbook was written from is read from it, also from the end of any row on', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async rows => {
        const state = emptyXlsx()
        const bytes = Buffer.concat([xlsxRows(state, { header: ['head'], rows, time: utc }), xlsxEnd(state)])
        const read = await rowsOf(bytes)
        const texts = rows.map(row => row.map(String))
        expect(read.map(({ cells }) => cells)).toEqual([['head'], ...texts])
        const at = read[Math.floor(read.length / 2)]!
        const behind = read.slice(read.indexOf(at) + 1)
        expect(await rowsOf(bytes, at.next)).toEqual(behind)
      },
    ),
    { numRuns: 30 },
  ))

const sheet = (rows: string, behind = '') => ({
  'xl/worksheets/first.xml': `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`,
})

test.each([
  ['with rows', '<row><c><v>1</v></c></row>', [['1']]],
  ['without rows', '', []],
])(
  'what stands behind the rows, such as a link for each e-mail, may be of any size: %s',
  async (_, rows, expected) => {
    // A spreadsheet makes a link of each address that is typed.
    const link = (row: number) =>
      `<hyperlink ref="A${row}" r:id="rId${row}" xr:uid="{00000000-0004-0000-0000-000000000000}"/>`
    const links = Array.from({ length: 30_000 }, (_, row) => link(row + 1)).join('')
    expect(await textsOf(await foreign(sheet(rows, `<hyperlinks>${links}</hyperlinks>`)))).toEqual(expected)
  },
)

test.each<[string, () => Promise<Buffer>]>([
  ['an archive without a workbook', () => zipped({ 'a.txt': 'x' })],
  ['a workbook without its sheet', () => foreign({ 'xl/_rels/workbook.xml.rels': '<Relationships/>' })],
  ['a cell with a shared text that is missing', () => foreign(sheet('<row><c t="s"><v>9</v></c></row>'))],
  ['a sheet that is not well-formed', () => foreign(sheet('<row><c></row>'))],
  [
    'a document type',
    () => foreign({ 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>' }),
  ],
  [
    'a shared text that is longer than a cell',
    () => foreign({ 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(32_768)}</t></si></sst>` }),
  ],
  ['a row that never ends', () => foreign(sheet(`<row><c t="str"><v>${'x'.repeat(1_200_000)}`))],
])('%s is refused', async (_, make) => {
  const bytes = await make()
  await expect(textsOf(bytes)).rejects.toThrow(ArchiveRefused)
})
