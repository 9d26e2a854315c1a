// What a page is rendered from, and what comes of it.
import type { SiteSettings } from '../settings/site-settings.ts'

/** The school as its pages show it. */
export interface SiteFacts {
  name: string
  /** `{site_url}` at the primary domain, without a slash at the end. */
  url: string
  settings: SiteSettings
  logo: Picture | null
  /** Where pictures and videos come from, for the content policy. */
  mediaSources: readonly string[]
}

export interface Picture {
  /** A path at the school's own address. */
  src: string
  srcset: string
  type: string
  width: number
  height: number
}

export interface PageHead {
  /** The heading, and the title of the window. */
  title: string
  description: string
  /** The path of the page; null for one without an address of its own. */
  path: string | null
  image: Picture | null
  /** Whether search engines may list it. */
  indexed: boolean
}

/** What the content of a page loads, and from where, by directive of the content policy. */
export type Sources = Readonly<Partial<Record<'img-src' | 'media-src' | 'frame-src', readonly string[]>>>

export interface Rendered {
  body: string
  headers: Record<string, string>
}
