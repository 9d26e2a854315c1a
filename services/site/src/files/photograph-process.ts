// The process that draws one photograph in HEIC: from its input, as PNG to its output.
import { buffer } from 'node:stream/consumers'
import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'

const [side, mostPixels] = process.argv.slice(2).map(Number) as [number, number]

// Of several images in one file it is the first; turns and cuts of the camera are already applied.
const [image] = new libheif.HeifDecoder().decode(await buffer(process.stdin))
if (!image) throw new Error('There is no image in it.')
const [width, height] = [image.get_width(), image.get_height()]
if (width * height > mostPixels) throw new Error('It has too many pixels.')
const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height }
const decoded = await new Promise<typeof pixels | null>(resolve => image.display(pixels, resolve))
if (!decoded) throw new Error('Its pixels cannot be decoded.')
const drawn = await sharp(decoded.data, { raw: { width, height, channels: 4 } })
  .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(drawn)
