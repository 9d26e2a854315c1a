// Pictures in the sizes that a browser chooses from.
import { type Html, html } from '@lms/html'
import { isShownByVariants } from '../storage/file.object.ts'
import type { Context, PageEnvironment, RenderedFile, Width } from './context.ts'
import type { Picture } from './facts.ts'

type Image = RenderedFile & { width: number; height: number }

/** The file, if it is a picture that pages can show: of a drawing or a photograph in HEIC only its variants. */
export function imageOf(file: RenderedFile | undefined): Image | null {
  if (!file || file.width === null || file.height === null) return null
  return isShownByVariants(file.content_type) && file.variants.length === 0 ? null : (file as Image)
}

/** The addresses of a picture. The original is shown only while there is no smaller one: it may have any size. */
export function pictureOf(file: Image, { media }: Pick<PageEnvironment, 'media'>): Picture {
  const sizes = file.variants.toSorted((one, other) => one.width - other.width)
  const usual = sizes.findLast(({ name }) => name !== 'large') ?? sizes.at(-1)
  return {
    src: media(file, usual?.name ?? null),
    srcset:
      sizes.length > 1 ? sizes.map(({ name, width }) => `${media(file, name)} ${width}w`).join(', ') : '',
    type: usual ? 'image/webp' : file.content_type,
    width: usual?.width ?? file.width,
    height: usual?.height ?? file.height,
  }
}

// The widths of the layout (style.ts).
const sizes: Readonly<Record<Width, string>> = {
  text: '(min-width: 46.5rem) 44rem, calc(100vw - 2.5rem)',
  wide: '(min-width: 68.5rem) 66rem, calc(100vw - 2.5rem)',
  2: '(min-width: 68.5rem) 32rem, (min-width: 48rem) 48vw, calc(100vw - 2.5rem)',
  3: '(min-width: 68.5rem) 20rem, (min-width: 48rem) 32vw, calc(100vw - 2.5rem)',
  4: '(min-width: 68.5rem) 15rem, (min-width: 48rem) 24vw, calc(100vw - 2.5rem)',
}

/** An `img`. The first one of a page is loaded at once, each other one when it comes near. */
export function imageHtml(file: Image, alt: string, width: Width, context: Context): Html {
  const { src, srcset, width: pixels, height } = pictureOf(file, context.environment)
  context.loads('img-src')
  const when = context.isFirstPicture() ? html` fetchpriority="high"` : html` loading="lazy" decoding="async"`
  const choice = srcset ? html` srcset="${srcset}" sizes="${sizes[width]}"` : null
  return html`<img src="${src}"${choice} width="${pixels}" height="${height}" alt="${alt}"${when}>`
}
