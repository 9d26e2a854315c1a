import { errorBounds, Refused } from '@lms/contract'
import { checked } from '@lms/service-host/front'
import { z } from 'zod'
import { AnyReport, maxReports } from './report-schema.ts'

const reports = AnyReport.array().max(maxReports)
const block = 'lbk_01h455vb4pex5vsknk084sn02q'

/** Where faults of these reports are, and how many were worded to say so. */
function faultsOf(given: unknown) {
  const { customError } = z.config()
  let worded = 0
  z.config({
    customError: issue => {
      worded++
      return customError?.(issue)
    },
  })
  try {
    checked(reports, given)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { paths: error.details.map(({ path }) => path), worded }
  } finally {
    z.config({ customError })
  }
  return { paths: [], worded }
}

test('reports of players and statements are told apart by their fields', () => {
  const statement = { verb: { id: 'played' }, object: { id: `urn:lms:${block}` } }
  expect(reports.parse([{ block_id: block }, statement])).toEqual([
    { block_id: block, segments: [] },
    statement,
  ])
})

test.each([
  ['a statement', { verb: {}, object: { id: 'x' } }, ['body.0.verb.id']],
  ['a statement without a verb', { object: { id: 'x' } }, ['body.0.verb']],
  ['a report', { block_id: 'x', segments: 1 }, ['body.0.block_id', 'body.0.segments']],
  ['what is neither', {}, ['body.0.block_id']],
  ['no object', 7, ['body.0']],
])('%s is refused as what it is', (_, given, paths) => {
  expect(faultsOf([given]).paths).toEqual(paths)
})

test('of many refused reports only the first faults are worded', () => {
  const { worded, paths } = faultsOf(Array(maxReports).fill({ verb: { id: 7 }, object: {} }))
  expect(paths).toHaveLength(errorBounds.details)
  expect(worded).toBe(errorBounds.details)
})
