// The process that draws one SVG: from its input, as PNG to its output.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const side = Number(process.argv[2])
/** Dots per inch at which an SVG has as many pixels as it says; the library's range. */
const [usual, least, most] = [72, 1, 100_000]

const svg = await buffer(process.stdin)
const { width, height } = await sharp(svg).metadata()
const density = Math.min(most, Math.max(least, (usual * side) / Math.max(width, height)))
const drawn = await sharp(svg, { density, limitInputPixels: 4 * side * side })
  .resize({ width: side, height: side, fit: 'inside' })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(drawn)
