// What an image says of itself, before anything decodes it: a small file can claim, or unpack to, many gigabytes.
import { inflateSync } from 'node:zlib'

/** Maximum pixels: an A4 page at 300 dots per inch has 8.7 million. */
const maxPixels = 9_000_000

/** `format`: neither PNG nor JPEG. `pixels`: too many. */
export type ImageProblem = 'format' | 'pixels'

/** Why an image cannot be drawn; null if it can, unless its data are broken. */
export function imageProblem(bytes: Uint8Array): ImageProblem | null {
  const size = pngSize(bytes) ?? jpegSize(bytes)
  if (!size) return 'format'
  return size.width * size.height > maxPixels ? 'pixels' : null
}

interface Size {
  width: number
  height: number
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The numbers of a pixel, by the colour type of the header. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Throws for a PNG whose data are broken, or unpack to more than its header says; pdfkit unpacks them without a bound, and
 * fails where nobody can catch it.
 */
export function refuseBrokenPng(bytes: Uint8Array): void {
  const size = pngSize(bytes)
  if (!size) return
  const view = viewOf(bytes)
  const bits = (channels[view.getUint8(25)] ?? 4) * view.getUint8(24)
  const unpacked = size.height * (Math.ceil((size.width * bits) / 8) + 1)
  const pieces: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
    if (type === 'IDAT') pieces.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const data = inflateSync(Buffer.concat(pieces), { maxOutputLength: unpacked })
  if (data.length < unpacked) throw new Error('The image ends too early.')
}

/** The chunk IHDR comes first. Interlaced pictures are refused: the decoder of pdfkit would need them whole several times. */
function pngSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 33 || signature.some((byte, index) => bytes[index] !== byte)) return null
  const view = viewOf(bytes)
  if (view.getUint8(28) !== 0) return null
  return checkSize({ width: view.getUint32(16), height: view.getUint32(20) })
}

/** From the first frame header (SOF), which follows segments with their lengths. */
function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return checkSize({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
const checkSize = (size: Size) => (size.width > 0 && size.height > 0 ? size : null)
