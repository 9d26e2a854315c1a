// What all pages of a school show.
import { missing, siteUrlAt, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { readyFiles } from '../files/ready-files.ts'
import type { RenderedFile } from '../rendering/context.ts'
import type { SiteFacts } from '../rendering/facts.ts'
import { imageOf, pictureOf } from '../rendering/pictures.ts'
import { mediaPath } from '../storage/links.ts'
import { storageOf } from '../storage/settings.ts'

type At = Pick<Work, 'work' | 'runtime'>
type Variant = RenderedFile['variants'][number]['name']

/** The school without its logo, which is read together with what a page names. */
export async function schoolOf({ runtime }: At, { schools, settings }: Stores): Promise<SiteFacts> {
  const [school, values] = await Promise.all([schools.visited(), settings.get()])
  const { name, host } = school ?? missing()
  return {
    name,
    url: siteUrlAt(host, runtime.config),
    settings: values,
    logo: null,
    mediaSources: mediaSources({ runtime }),
  }
}

/** Where pictures and videos come from. */
export function mediaSources({ runtime }: Pick<At, 'runtime'>): string[] {
  const { origin } = storageOf(runtime)
  return ["'self'", ...(origin === null ? [] : [origin])]
}

/** The school with its logo, if that is one of these files. */
export function logoAmong(files: ReadonlyMap<string, RenderedFile>, school: SiteFacts, ctx: At): SiteFacts {
  const logo = imageOf(files.get(school.settings.logo_file_id ?? ''))
  return { ...school, logo: logo && pictureOf(logo, { media: mediaOf(ctx) }) }
}

export async function withLogo(school: SiteFacts, ctx: At, stores: Stores): Promise<SiteFacts> {
  const id = school.settings.logo_file_id
  return id === null ? school : logoAmong(await readyFiles([id], stores), school, ctx)
}

/** The lasting addresses of a school's files, each signed once. */
export function mediaOf({ work, runtime }: At) {
  const paths = new Map<string, string>()
  return (file: RenderedFile, variant: Variant | null): string => {
    const key = `${file.id} ${variant}`
    let path = paths.get(key)
    if (!path) {
      const type = variant === null ? file.content_type : 'image/webp'
      path = mediaPath(runtime.vault, { school: work.school, file: file.id, variant, type })
      paths.set(key, path)
    }
    return path
  }
}
