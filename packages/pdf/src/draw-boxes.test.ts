// What an independent reader finds on a page with placed boxes, and where.
import { deflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { imageProblem, type PlacedBox, pdfOf } from './index.ts'

const page = { width: 842, height: 595 }
const document = (...boxes: PlacedBox[]) => ({
  title: 'Certificate',
  author: 'School',
  language: 'en',
  created_at: '2026-11-21T09:30:00.000+00:00',
  page,
  boxes,
})
const name = { kind: 'text', x: 100, y: 200, width: 300, height: 60, size: 28 } as const

/** The pieces of text on the page, with their places from the top left corner. */
async function piecesIn(bytes: Buffer) {
  const opened = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  const { items } = await opened.getTextContent()
  return items.flatMap(item =>
    'str' in item && item.str.trim()
      ? [
          {
            text: item.str,
            left: item.transform[4],
            right: item.transform[4] + item.width,
            baseline: page.height - item.transform[5],
            size: Math.hypot(item.transform[0], item.transform[1]),
          },
        ]
      : [],
  )
}

const repeated = (part: string) => part.repeat(Math.ceil(100 / part.length)).slice(0, 100)

describe.each([
  ['Latin', repeated('Anna Maria ')],
  ['one word', repeated('Wolfeschlegelstein')],
  ['Cyrillic', repeated('Александра ')],
  ['Chinese', repeated('基础编程课程')],
  ['Arabic', repeated('محمد عبد الرحمن ')],
])('a name of 100 letters in %s', (_, text) => {
  test.each(['left', 'center', 'right'] as const)('stays inside its box, aligned %s', async align => {
    const pieces = await piecesIn(await pdfOf(document({ ...name, text, align })))
    expect(pieces.length).toBeGreaterThan(0)
    for (const { left, right, baseline, size } of pieces) {
      expect(left).toBeGreaterThanOrEqual(name.x - 0.5)
      expect(right).toBeLessThanOrEqual(name.x + name.width + 0.5)
      expect(baseline - size).toBeGreaterThanOrEqual(name.y - 0.5)
      expect(baseline).toBeLessThanOrEqual(name.y + name.height)
    }
    const letters = (all: string) => all.normalize('NFKC').replace(/\s/g, '').length
    expect(letters(pieces.map(piece => piece.text).join(''))).toBe(letters(text))
  })
})

test('a text that is a little too wide shrinks in its line, and a short one keeps its size', async () => {
  const [short] = await piecesIn(await pdfOf(document({ ...name, text: 'Ann' })))
  expect(short).toMatchObject({ size: 28, left: 100 })
  const pieces = await piecesIn(await pdfOf(document({ ...name, text: 'Anna Maria Berger-Meier' })))
  expect(new Set(pieces.map(({ baseline }) => baseline)).size).toBe(1)
  expect(pieces[0]!.size).toBeLessThan(28)
})

test('a page is as wide as it is declared, and has its images and its code', async () => {
  const bytes = await pdfOf(
    document(
      { kind: 'image', x: 0, y: 0, ...page, bytes: pixel, fit: 'cover' },
      { kind: 'qr', x: 700, y: 450, width: 90, height: 90, text: 'https://school.org/certificates/ABCD' },
    ),
  )
  expect(bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 842 595\]/)
  expect(bytes.toString('latin1')).toMatch(/\/Subtype \/Image/)
})

test('an image whose data are broken, or unpack to more than it claims, is an error, and the next page is drawn', async () => {
  const box = { ...({ kind: 'image', x: 0, y: 0 } as const), width: 90, height: 90 }
  for (const bytes of [pixel.subarray(0, 45), withData(deflateSync(Buffer.alloc(50_000_000)))])
    await expect(pdfOf(document({ ...box, bytes }))).rejects.toThrow()
  expect(await pdfOf(document({ ...box, bytes: pixel }))).toBeInstanceOf(Buffer)
})

test.each([
  ['a PNG', () => pixel, null],
  ['a PNG that claims more pixels than there may be', () => resized(pixel, 100_000), 'pixels'],
  ['a text', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'format'],
  ['nothing', () => Buffer.alloc(0), 'format'],
  ['a JPEG without a frame', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]), 'format'],
])('the problem of %s is known before it is decoded', (_, bytes, problem) => {
  expect(imageProblem(bytes())).toBe(problem)
})

/** A red PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

/** The pixel with other data in its only chunk of them. */
function withData(data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const crc = Buffer.alloc(4)
  return Buffer.concat([pixel.subarray(0, 33), length, Buffer.from('IDAT'), data, crc, pixel.subarray(-12)])
}

function resized(png: Buffer, side: number): Buffer {
  const other = Buffer.from(png)
  other.writeUInt32BE(side, 16)
  other.writeUInt32BE(side, 20)
  return other
}
