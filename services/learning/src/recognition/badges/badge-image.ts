// The picture of a badge in PNG, with its credential baked in (Open Badges 3.0, 5.3.1.1). Its letters come from a font of
// this program, as machines may have none.
import { crc32 } from 'node:zlib'
import { html } from '@lms/html'
import { type BadgeFacts, badgePicture, linesOfBadge } from './badge-picture.ts'

/** Pixels of the longest line. */
const width = 420
/** Letters of any script need at most this many times the size of their font. */
const heightRatio = 1.6
/** Besides spaces, and signs that only change what is beside them: a line without such letters cannot be drawn. */
const visible = /[^\p{C}\p{Z}\p{M}]/u

export async function badgeImage(facts: BadgeFacts, credential: string): Promise<Buffer> {
  // Both are loaded for the first badge, as most schools ask for none.
  const [{ default: sharp }, { fontFile }] = await Promise.all([import('sharp'), import('@lms/pdf/fonts')])
  const lines = await Promise.all(
    linesOfBadge(facts)
      .filter(({ text }) => visible.test(text))
      .map(async ({ text, y, size, color, isBold }) => {
        const markup = html`<span foreground="${color}">${text}</span>`.text
        const line = sharp({
          text: {
            ...{ text: markup, rgba: true, dpi: 72, width, align: 'centre' },
            font: `${isBold ? 'DejaVu Sans Bold' : 'DejaVu Sans'} ${size}`,
            fontfile: fontFile(isBold ? 'bold' : 'regular'),
          },
        }).resize({ width, height: Math.round(size * heightRatio), fit: 'inside', withoutEnlargement: true })
        const { data, info } = await line.png().toBuffer({ resolveWithObject: true })
        return { input: data, left: Math.round(256 - info.width / 2), top: Math.round(y - info.height) }
      }),
  )
  const picture = Buffer.from(badgePicture({ course_title: '', school_name: '' }, null))
  const png = await sharp(picture).composite(lines).png({ compressionLevel: 9, palette: true }).toBuffer()
  return baked(png, credential)
}

/** Bytes of the signature of a PNG, and of its first chunk, which is its head. */
const [signatureLength, headLength] = [8, 25]

/** The chunk stands behind the head, once, and is not compressed. */
function baked(png: Buffer, credential: string): Buffer {
  const at = signatureLength + headLength
  const text = Buffer.concat([
    Buffer.from('openbadgecredential\0', 'latin1'),
    // Not compressed, by no method, in no language, and with the same name in it.
    Buffer.from([0, 0, 0, 0]),
    Buffer.from(credential),
  ])
  const content = Buffer.concat([Buffer.from('iTXt', 'latin1'), text])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(text.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, at), length, content, check, png.subarray(at)])
}
