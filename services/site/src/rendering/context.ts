// What the blocks of one page are rendered with: what they name, and what the page has had so far.

import type { OfferFacts } from '@lms/commerce/contract'
import type { Html } from '@lms/html'
import type { RenderedForm } from '../forms/form-html.ts'
import type { File, VariantName } from '../storage/file.object.ts'
import type { SiteFacts, Sources } from './facts.ts'
import { type Words, wordsOf } from './words.ts'

/** A ready file, as pages show it. */
export type RenderedFile = Pick<File, 'id' | 'content_type' | 'width' | 'height' | 'alt' | 'variants'>

/** What the blocks of a page name; a block whose object is absent is left out. */
export interface PageObjects {
  readonly files: ReadonlyMap<string, RenderedFile>
  readonly forms: ReadonlyMap<string, RenderedForm & { active: boolean }>
  /** By `offerKey`. */
  readonly offers: ReadonlyMap<string, OfferFacts>
}

export const offerKey = (offer: string, price: string | null): string => `${offer} ${price ?? ''}`

export interface PageEnvironment {
  /** The path of the page. */
  readonly path: string
  /** The address of a file's bytes, or of one of its smaller pictures. */
  readonly media: (file: RenderedFile, variant: VariantName | null) => string
  /** The form as HTML; `place` counts the forms of the page from 1. */
  readonly form: (form: RenderedForm, position: number) => Html
}

/** How a picture or a block stands on the page: as wide as the text, wider, or in one of some columns. */
export type Width = 'text' | 'wide' | 2 | 3 | 4

export class Context {
  readonly site: SiteFacts
  readonly objects: PageObjects
  readonly environment: PageEnvironment
  readonly words: Words
  readonly #sources: { -readonly [D in keyof Sources]: Set<string> } = {}
  #level = 1
  #pictures = 0
  #forms = 0
  #offers = 0

  constructor(site: SiteFacts, objects: PageObjects, environment: PageEnvironment) {
    this.site = site
    this.objects = objects
    this.environment = environment
    this.words = wordsOf(this.language)
  }

  get language(): string {
    return this.site.settings.language
  }

  /** Notes that the page loads something: pictures and videos from where the school keeps them. */
  loads(directive: keyof Sources, sources = this.site.mediaSources): void {
    this.#sources[directive] ??= new Set()
    for (const source of sources) this.#sources[directive].add(source)
  }

  get sources(): Sources {
    return Object.fromEntries(Object.entries(this.#sources).map(([name, set]) => [name, [...set]]))
  }

  /** The level of a heading, 2 to 6, such that none is left out before it: screen readers show the levels as a tree. */
  headingLevel(requestedLevel: number): number {
    this.#level = Math.min(requestedLevel, this.#level + 1)
    return this.#level
  }

  /** The level of a heading inside a block, below the heading before the block. */
  get innerLevel(): number {
    return Math.min(this.#level + 1, 6)
  }

  /** Whether a picture is the first of the page, which is loaded before all others. */
  isFirstPicture(): boolean {
    return this.#pictures++ === 0
  }

  nextForm(): number {
    return ++this.#forms
  }

  countOffer(): void {
    this.#offers++
  }

  /** Whether the page has something that people fill in or buy. */
  get interactive(): boolean {
    return this.#forms + this.#offers > 0
  }
}
