// What a file in a package is, by the end of its name.
const types: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ svg: 'image/svg+xml', mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime' },
  ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav', ogg: 'audio/ogg', oga: 'audio/ogg' },
  ...{ pdf: 'application/pdf', zip: 'application/zip', txt: 'text/plain', csv: 'text/csv', vtt: 'text/vtt' },
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const endOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

export const typeOfFile = (path: string): string => types[endOf(path)] ?? 'application/octet-stream'

/** Whether it is a page of HTML. */
export const isPage = (path: string): boolean => ['html', 'htm', 'xhtml'].includes(endOf(path))

/** Whether people can do nothing with it alone: parts of pages, and descriptions of the package. */
export const isPart = (path: string): boolean =>
  isPage(path) ||
  ['js', 'mjs', 'css', 'xml', 'xsd', 'dtd', 'json', 'map', 'woff', 'woff2', 'ttf', 'swf'].includes(
    endOf(path),
  )
