// Whether the bytes of a file are of the type that was announced for it.
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'

/** Bytes from the beginning of a file from which its type is told, and the size of an image. */
export const headBytes = 1024 * 1024

/** Other names of a type, by the name that the library gives it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpg', 'image/pjpeg'],
  'image/vnd.microsoft.icon': ['image/x-icon', 'image/ico'],
  'image/x-icon': ['image/vnd.microsoft.icon', 'image/ico'],
  'image/apng': ['image/png'],
  'image/bmp': ['image/x-ms-bmp'],
  'image/heic': ['image/heif'],
  'image/heif': ['image/heic'],
  'audio/mpeg': ['audio/mp3'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'audio/x-m4a': ['audio/mp4', 'audio/m4a', 'audio/aac'],
  'audio/mp4': ['audio/x-m4a', 'audio/m4a'],
  'audio/flac': ['audio/x-flac'],
  'video/mp4': ['audio/mp4', 'video/x-m4v', 'audio/x-m4a', 'video/quicktime'],
  'video/x-m4v': ['video/mp4'],
  'video/quicktime': ['video/mp4'],
  'video/webm': ['audio/webm'],
  'video/vnd.avi': ['video/avi', 'video/msvideo', 'video/x-msvideo'],
  'video/matroska': ['video/x-matroska', 'video/webm', 'audio/webm', 'audio/x-matroska'],
  'application/gzip': ['application/x-gzip'],
  'application/x-rar-compressed': ['application/vnd.rar'],
}

/** Containers whose first bytes do not tell what is in them. */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /^application\/(zip|x-zip-compressed|epub\+zip|java-archive|vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(word|excel|powerpoint))\.[a-z0-9.+-]+|[a-z0-9.-]+\+zip)$/,
  'application/x-cfb':
    /^application\/(msword|vnd\.ms-(excel|powerpoint|outlook|project|visio)|vnd\.visio|x-msi)$/,
  'application/xml': /^(text\/xml|[a-z]+\/[a-z0-9.-]+\+xml)$/,
  'application/ogg': /^(audio|video)\/(ogg|opus)$/,
  'audio/ogg': /^(audio|video|application)\/(ogg|opus)$/,
  'video/ogg': /^(audio|video|application)\/ogg$/,
}

/** Types that are text, besides `text/…`. */
const texts =
  /^(text\/[a-z0-9.+-]+|application\/(json|xml|javascript|yaml|x-subrip|[a-z0-9.-]+\+(json|xml))|image\/svg\+xml)$/

/** The types of images that are read and made smaller. */
const pictures = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff', 'image/svg+xml'],
  ...['image/heic', 'image/heif'],
])
export const isPicture = (type: string): boolean => pictures.has(type)

/** The type that the bytes show by themselves, from the beginning of a file; null for text and unknown ones. */
export const detectType = async (head: Uint8Array): Promise<string | null> =>
  (await fileTypeFromBuffer(head))?.mime.split(';')[0] ?? null

/** Whether bytes that begin with `head`, and that show the type `found` by themselves, may be of the announced type. */
export function mayBe(announced: string, detectedType: string | null, head: Uint8Array): boolean {
  // Whatever it is: it is never shown, only saved.
  if (announced === 'application/octet-stream') return true
  if (texts.test(announced))
    return (detectedType === null || texts.test(detectedType)) && isText(announced, head)
  // A type that would show itself, and does not, is not there.
  if (detectedType === null) return !supportedMimeTypes.has(announced as never)
  return (
    detectedType === announced ||
    (otherNames[detectedType] ?? []).includes(announced) ||
    (containers[detectedType]?.test(announced) ?? false)
  )
}

/** Text has no control characters but those of lines. Its encoding is not known: old ones are common in tables. */
function isText(type: string, head: Uint8Array): boolean {
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (!wide && head.some(byte => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte))) return false
  const begins = (pattern: RegExp) => pattern.test(new TextDecoder(wide ? 'utf-16' : 'utf-8').decode(head))
  if (type === 'text/vtt') return begins(/^\ufeff?WEBVTT(\s|$)/)
  if (type === 'image/svg+xml') return begins(/<svg[\s>]/i)
  return true
}
