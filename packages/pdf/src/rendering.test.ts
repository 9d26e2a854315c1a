// What an independent reader finds in the documents.
import { extractText, getDocumentProxy } from 'unpdf'
import { type Block, pdfOf } from './index.ts'

const document = (...blocks: Block[]) => ({
  title: 'Receipt 1',
  author: 'School',
  language: 'en',
  direction: 'ltr' as const,
  created_at: '2026-11-21T09:30:00.000+00:00',
  blocks,
})
const text = (text: string, more: Partial<Block> = {}): Block => ({ kind: 'text', text, ...more }) as Block
const read = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text

const samples = {
  Latin: 'Crème brûlée',
  Cyrillic: 'Основы вёрстки',
  Greek: 'Μάθημα',
  Hebrew: 'קורס',
  Arabic: 'البرمجة',
  Chinese: '基础编程课程',
  Japanese: 'プログラミング',
  Korean: '한국어강좌',
}

test.each(Object.entries(samples))('a reader finds %s in a document', async (_, sample) => {
  const [page] = await read(await pdfOf(document(text(sample))))
  expect(page!.normalize('NFKC')).toContain(sample.normalize('NFKC'))
})

test('every font of a document is embedded, and only with the characters that it uses', async () => {
  const bytes = await pdfOf(document(...Object.values(samples).map(sample => text(sample))))
  const source = bytes.toString('latin1')
  const fonts = [...source.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name!)
  expect(new Set(fonts.map(name => name.replace(/^[A-Z]{6}\+/, '+')))).toEqual(
    new Set(['+DejaVuSans', '+NotoSansHans-Regular', '+NotoSansKR-Regular']),
  )
  expect(source.match(/\/FontFile[23] /g)).toHaveLength(3)
  expect(bytes.length).toBeLessThan(150_000)
})

test('the same data give the same bytes, whatever was drawn before', async () => {
  const one = await pdfOf(document(text('No. 12 €')))
  await pdfOf(document(text('Nº 12 ё ö')))
  expect((await pdfOf(document(text('No. 12 €')))).equals(one)).toBe(true)
})

test('a long table goes on on further pages, which are numbered; a short document has no number', async () => {
  const columns = [{ share: 0.8 }, { share: 0.2, align: 'end' as const }]
  const rows = Array.from({ length: 120 }, (_, index) => [
    `Item ${index} ${'word '.repeat(30)}`,
    `${index}.00`,
  ])
  const pages = await read(
    await pdfOf(document({ kind: 'table', columns, heading: ['Item', 'Amount'], rows })),
  )
  expect(pages.length).toBeGreaterThan(4)
  for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`)
  const all = pages.join(' ').replace(/\s+/g, ' ')
  expect(rows.filter(([item]) => !all.includes(item!.slice(0, 18)))).toEqual([])
  expect(await read(await pdfOf(document(text('short'))))).toEqual(['short'])
})

test('a document that cannot be drawn is an error, and the next one is drawn', async () => {
  await expect(pdfOf({ ...document(), created_at: 'never' })).rejects.toThrow()
  expect(await read(await pdfOf(document(text('after'))))).toEqual(['after'])
})
