import { id, newId, timestamp } from '@lms/contract'
import { column, objectTable, type RowIn, readDatabaseTime, storeOf, textArray } from '@lms/service-host'
import { z } from 'zod'
import { type Block, Blocks } from './block.ts'
import { pages as pageOperations, pagePublished, refusals } from './page.contract.ts'
import type { UsePlace } from './page.entity.ts'
import { pageLifecycle } from './page.lifecycle.ts'
import { Page, PageVersion } from './page.object.ts'

const pages = objectTable('site.pages', Page, {
  list: pageOperations.list,
  unique: [{ of: ['path'], refusal: refusals.page_path_taken }],
  lifecycle: {
    of: pageLifecycle,
    emits: { publish: pagePublished, withdraw: pagePublished },
    refuses: { draft: refusals.page_draft_only },
  },
  // The number of the last version, which a withdrawn page still has.
  hidden: { versions_made: column.integer() },
})
export type PageRow = RowIn<typeof pages>
/** A page and what visitors see. */
export type PublishedPage = PageRow & { blocks: Block[] }

/** Names of an object that is listed where it cannot be deleted. */
const maxNamed = 5

export class PageStore extends storeOf(pages) {
  /** The published page at a path in the form of `canonicalPath`, with the blocks that visitors see; null if there is none. */
  async published(path: string): Promise<PublishedPage | null> {
    const { rows } = await this.work.read(
      `select ${pages.shape.selection}, v.blocks from ${pages.shape.table} t
       join "site"."page_versions" v on v.school_id = t.school_id and v.page_id = t.id and v.number = t.published_number
       where t.school_id = $1 and t.path = $2`,
      [this.work.school, path],
    )
    return rows[0] ? { ...this.read(rows[0]), blocks: JSON.parse(rows[0].at(-1)!) } : null
  }

  /** Whether visitors see a page at this path. */
  async isPublished(path: string): Promise<boolean> {
    return (await this.countWhere({ sql: `t.path = $ and t.status = 'published'`, values: [path] })) > 0
  }

  /** The pages that search engines may list, by path; at most as many as a school can have. */
  async listed(): Promise<{ path: string; published_at: string }[]> {
    const { rows } = await this.work.read(
      `select t.path, t.published_at from ${pages.shape.table} t
       where t.school_id = $1 and t.status = 'published' and t.indexed order by t.path`,
      [this.work.school],
    )
    return rows.map(([path, at]) => ({ path: path!, published_at: readDatabaseTime(at!) }))
  }

  /** Whether a page of the school has this path. */
  async isAt(path: string): Promise<boolean> {
    return (await this.countWhere({ sql: 't.path = $', values: [path] })) > 0
  }

  /** Notes that the draft has changed: a publication with If-Match shows what its caller has seen. */
  noteDraft({ id }: PageRow, { has_changes }: Pick<PageRow, 'has_changes'>): void {
    this.work.write(
      `update ${pages.shape.table} set has_changes = $3, version = version + 1, updated_at = $4
       where school_id = $1 and id = $2`,
      [this.work.school, id, String(has_changes), this.work.now],
    )
  }

  /** Notes which objects a page names at a place, instead of those it named there. */
  nameAt(page: PageRow['id'], slot: UsePlace, objects: readonly string[]): void {
    this.#forget(page, slot)
    if (objects.length === 0) return
    this.work.write(
      `insert into "site"."page_uses" (school_id, object_id, page_id, place)
       select $1, o, $2, $3 from unnest($4::text[]) o on conflict do nothing`,
      [this.work.school, page, slot, textArray(objects)],
    )
  }

  /** Notes that visitors now see what the draft names. */
  nameAsDraft(page: PageRow['id']): void {
    this.#forget(page, 'published')
    this.work.write(
      `insert into "site"."page_uses" (school_id, object_id, page_id, place)
       select school_id, object_id, page_id, 'published' from "site"."page_uses"
       where school_id = $1 and page_id = $2 and place = 'draft'`,
      [this.work.school, page],
    )
  }

  /** The first few pages that name an object in their draft, in what visitors see, or as their picture. */
  async naming(objectId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select distinct page_id from "site"."page_uses" where school_id = $1 and object_id = $2
       order by page_id limit ${maxNamed}`,
      [this.work.school, objectId],
    )
    return rows.map(([page]) => page!)
  }

  /** Deletes a page with its draft, its versions and what it names. */
  removeWhole(page: PageRow): void {
    for (const [table, key] of [
      ['page_drafts', 'id'],
      ['page_versions', 'page_id'],
      ['page_uses', 'page_id'],
    ])
      this.work.write(`delete from "site"."${table}" where school_id = $1 and "${key}" = $2`, [
        this.work.school,
        page.id,
      ])
    this.remove(page)
  }

  #forget(page: PageRow['id'], slot: UsePlace): void {
    this.work.write(`delete from "site"."page_uses" where school_id = $1 and page_id = $2 and place = $3`, [
      this.work.school,
      page,
      slot,
    ])
  }
}

// A row of its own: a list of pages reads no content.
const drafts = objectTable(
  'site.page_drafts',
  z.object({ id: id('pag'), blocks: Blocks, saved_at: timestamp(), version: z.int32().min(1) }),
)
export type DraftRow = RowIn<typeof drafts>

/** What editors work on, by the id of the page. */
export class PageDraftStore extends storeOf(drafts) {}

/** Maximum versions of a page; the oldest goes with a new one. */
const maxVersions = 100

const versions = objectTable('site.page_versions', PageVersion, {
  unique: [{ of: ['page_id', 'number'] }],
})
export type VersionRow = RowIn<typeof versions>

export class PageVersionStore extends storeOf(versions) {
  /** Adds what visitors see from now on, and deletes the oldest version beyond the maximum. */
  add({ page, number, blocks }: { page: PageRow; number: number; blocks: Block[] }): VersionRow {
    this.work.write(
      `delete from "site"."page_versions" where school_id = $1 and page_id = $2 and number <= $3`,
      [this.work.school, page.id, String(number - maxVersions)],
    )
    return this.insert({
      id: newId('pgv'),
      page_id: page.id,
      number,
      title: page.title,
      blocks,
      created_at: this.work.now,
    })
  }

  /** What visitors see of a page; null if they see nothing. */
  async live(pageId: string): Promise<VersionRow | null> {
    const { rows } = await this.work.read(
      `${versions.select} and t.page_id = $2 and t.number =
         (select published_number from "site"."pages" where school_id = $1 and id = $2)`,
      [this.work.school, pageId],
    )
    return rows[0] ? this.read(rows[0]) : null
  }
}
