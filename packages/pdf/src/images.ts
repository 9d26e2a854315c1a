// What an image says of itself, before anything decodes it: a small file can claim a picture of many gigabytes.

/** Maximum pixels: those of an A4 page at 300 dots per inch, three times. */
const mostPixels = 26_000_000

/** `format`: neither PNG nor JPEG. `pixels`: too many. */
export type ImageProblem = 'format' | 'pixels'

/** Why an image cannot be drawn; null if it can, unless its data are broken. */
export function imageProblem(bytes: Uint8Array): ImageProblem | null {
  const size = pngSize(bytes) ?? jpegSize(bytes)
  if (!size) return 'format'
  return size.width * size.height > mostPixels ? 'pixels' : null
}

interface Size {
  width: number
  height: number
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The chunk IHDR comes first. Interlaced pictures are refused: the decoder of pdfkit would need them whole several times. */
function pngSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 33 || signature.some((byte, index) => bytes[index] !== byte)) return null
  const view = viewOf(bytes)
  if (view.getUint8(28) !== 0) return null
  return known({ width: view.getUint32(16), height: view.getUint32(20) })
}

/** From the first frame header (SOF), which follows segments with their lengths. */
function jpegSize(bytes: Uint8Array): Size | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return known({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) })
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
const known = (size: Size) => (size.width > 0 && size.height > 0 ? size : null)
