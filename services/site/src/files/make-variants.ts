// Pictures of an image for pages, in WebP: smaller ones, and one of its own size. What an image carries besides its pixels (places, cameras, names) is left out.
import sharp from 'sharp'
import { builder } from '../builder.ts'
import {
  type File,
  isShownByVariants,
  largestSide,
  maxPixels,
  mebibyte,
  type VariantName,
  variantSides,
  vectorType,
} from '../storage/file.object.ts'
import { storageOf } from '../storage/settings.ts'
import type { Storage, StorageCall } from '../storage/storage.ts'
import { drawApart } from './draw-apart.ts'
import { keyOf, variantsOf } from './file.rules.ts'
import { makeVariants } from './file.task.ts'
import { duringOutage } from './while-unavailable.ts'

/** Larger images get no variants: their bytes are in memory while they are made. */
const maxBytes = 64 * mebibyte
const secondsEach = 25
export const variantType = 'image/webp'

type Variant = File['variants'][number]

/** Makes and stores the variants of an image; none if it cannot be decoded. */
async function variants(
  {
    key,
    size,
    type,
    width,
    height,
  }: { key: string; size: number; type: string; width: number; height: number },
  storage: Storage,
  call: StorageCall,
): Promise<Variant[]> {
  if (size > maxBytes) return []
  const bytes = Buffer.concat(await (await storage.read(key, null, call)).toArray())
  const isVector = type === vectorType
  const original = isShownByVariants(type) ? await drawApart(type, bytes, call.signal) : bytes
  if (!original) return []
  const storedVariants: Variant[] = []
  // A drawing is sharp at any size.
  for (const name of variantsOf(isVector ? { width: largestSide, height: largestSide } : { width, height })) {
    const picture = await smaller(original, name, type)
    if (!picture) return []
    const { data, info } = picture
    await storage.write({ key: `${key}/${name}`, size: data.length, type: variantType }, data, call)
    // The frames of an animation are one below the other.
    const frameHeight = info.pageHeight ?? info.height
    storedVariants.push({ name, width: info.width, height: frameHeight, size: data.length })
  }
  return storedVariants
}

/** Types that may be animated: their frames stay. The pages of a TIFF are none. */
const animated = new Set(['image/gif', 'image/webp'])

/**
 * The picture with its longest side as the variant has it, and never larger than it is; null if it cannot be decoded
 * within its bounds, which are those of all frames together.
 */
const smaller = (original: Buffer, name: VariantName, type: string) =>
  sharp(original, { failOn: 'error', limitInputPixels: maxPixels, animated: animated.has(type) })
    .autoOrient()
    .resize({
      width: variantSides[name],
      height: variantSides[name],
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp({ quality: 80 })
    .timeout({ seconds: secondsEach })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)

export const makeVariantsCall = builder.externalCall(
  makeVariants,
  duringOutage(makeVariants, {
    prepare: async ({ payload }, { files }) => {
      const file = await files.get(payload.file_id)
      const { width, height, size, content_type: type } = file
      return width && height ? { key: keyOf(file), size, type, width, height } : null
    },
    call: async (image, { runtime, signal }) =>
      image ? variants(image, storageOf(runtime), { signal }) : [],
    finish: async ({ payload, outcome }, { files }) => {
      const file = await files.lock(payload.file_id)
      files.save(file, { variants: outcome })
    },
  }),
)
