// What the blocks of a page name, read in one round trip, while commerce is asked about the offers; then the pictures of
// these offers.
import { isId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { readyFiles } from '../files/ready-files.ts'
import type { Block } from '../pages/block.ts'
import { leavesOf, referencesOfBlocks } from '../pages/block-references.ts'
import { offerKey, type PageObjects } from '../rendering/context.ts'
import { offersOf } from './offers.ts'

/**
 * `further` are ids that the page names beside its blocks. `fresh` is false if the facts of offers are not those of now.
 */
export async function objectsOf(
  blocks: readonly Block[],
  further: readonly (string | null)[],
  ctx: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): Promise<PageObjects & { fresh: boolean }> {
  const ids: string[] = [...new Set([...referencesOfBlocks(blocks), ...further.filter(id => id !== null)])]
  const [files, forms, offers] = await Promise.all([
    readyFiles(
      ids.filter(id => isId('fil', id)),
      stores,
    ),
    stores.forms.many(ids.filter(id => isId('frm', id))),
    offersOf(offersIn(blocks), ctx),
  ])
  const pictures = [...offers.facts.values()].flatMap(({ image_file_id }) => image_file_id ?? [])
  return {
    files: pictures.length ? new Map([...files, ...(await readyFiles(pictures, stores))]) : files,
    forms: new Map(forms.map(form => [form.id, form])),
    offers: offers.facts,
    fresh: offers.fresh,
  }
}

/** The offers of the blocks, each at each of its prices once. */
const offersIn = (blocks: readonly Block[]) => {
  const offerReferences = leavesOf(blocks).flatMap(({ block }) =>
    block.type === 'offer' ? { offer_id: block.offer_id, price_id: block.price_id } : [],
  )
  return [...new Map(offerReferences.map(each => [offerKey(each.offer_id, each.price_id), each])).values()]
}
