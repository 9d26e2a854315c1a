// The demo school's picture, painted here: a landscape in bands, as a PNG (ISO/IEC 15948).
import { crc32, deflateSync } from 'node:zlib'

const wholeWidth = 960
const wholeHeight = 540

/** The bands from the top: sky, mountains, lake, shore; each with its colour and the height at which it begins. */
const bands = [
  { colour: [246, 211, 181], begins: () => 0 },
  { colour: [146, 132, 176], begins: (x: number) => 190 + 60 * Math.sin(x / 97) + 25 * Math.sin(x / 31) },
  { colour: [92, 88, 138], begins: (x: number) => 250 + 40 * Math.sin(x / 71 + 2) + 18 * Math.sin(x / 23) },
  { colour: [94, 158, 172], begins: () => 330 },
  { colour: [62, 92, 76], begins: (x: number) => 470 + 22 * Math.sin(x / 140) },
] as const

/** The bytes of the picture, or of one that is so much smaller; always the same. */
export function demoPicture(smaller = 1): Buffer {
  const [width, height] = [wholeWidth / smaller, wholeHeight / smaller]
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { colour } = bands.findLast(band => band.begins(x * smaller) <= y * smaller)!
      rows.set(colour, y * (1 + width * 3) + 1 + x * 3)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(rows, { level: 9 })
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG: length, kind, data, checksum. */
function chunk(kind: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(kind), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typedData))
  return Buffer.concat([length, typedData, check])
}
