import { newId } from '@lms/contract'
import { refuseUnfit } from './block.rules.ts'
import type { Block } from './block.ts'

const forms = (count: number) =>
  Array.from({ length: count }, (): Block => ({ type: 'form', form_id: newId('frm') }))
const offers = (count: number) =>
  Array.from(
    { length: count },
    (): Block => ({ type: 'offer', offer_id: newId('off'), price_id: null, label: null }),
  )
const picture = () => ({ type: 'image', file_id: newId('fil'), alt: null, caption: '', link: null }) as const
/** Columns of at most fifty pictures each. */
const gallery = (count: number): Block[] => {
  const columns = Array.from({ length: Math.ceil(count / 50) }, (_, index) => ({
    blocks: Array.from({ length: Math.min(50, count - index * 50) }, picture),
  }))
  return columns.map(column => ({ type: 'columns', columns: [column, { blocks: [] }] }))
}

test.each([
  ['forms', 10, forms],
  ['offers', 50, offers],
  ['files', 300, gallery],
])('a page may name so many %s, and no more: %i', (kind, most, blocksOf) => {
  expect(() => refuseUnfit(blocksOf(most))).not.toThrow()
  const message = `has ${most + 1} ${kind}; at most ${most} are allowed: move a part to another page`
  expect(() => refuseUnfit(blocksOf(most + 1))).toThrow(
    expect.objectContaining({ details: [{ path: 'body.blocks', message }] }),
  )
})
