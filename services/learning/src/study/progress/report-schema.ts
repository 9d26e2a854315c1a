// What players report: in the form of this API, or as statements of the xAPI video profile.
import { type Id, id, moment, oneForm, text } from '@lms/contract'
import { z } from 'zod'
import { maxPieces } from './watched.rules.ts'

/** Maximum reports of one call. */
export const maxReports = 500

const second = () => z.number().min(0).max(86_400)

export const PlayerReport = z.strictObject({
  block_id: id('lbk'),
  segments: z
    .array(
      z.strictObject({
        from: second().describe('Where the player began to play, in seconds from the beginning.'),
        to: second().describe('Where it stopped, in seconds from the beginning.'),
      }),
    )
    .max(maxPieces)
    .default([])
    .describe('The seconds that were played since the last report; of a text or file, none.'),
  position_seconds: second().optional().describe('Where the player stands, to go on from there.'),
  at: moment().optional().describe('When the player stood there; now, if it is absent.'),
})

const iri = () => text(2000, 1)
const extensionsAt = 'https://w3id.org/xapi/video/extensions/'
/** A part of a statement that is accepted and not used. */
const unused = () => z.record(z.string(), z.unknown()).optional()

export const XapiStatement = z.strictObject({
  verb: z
    .strictObject({
      id: iri().describe('The IRI of the verb, such as `https://w3id.org/xapi/video/verbs/played`.'),
      display: unused().describe('The name of the verb for people; accepted and not used.'),
    })
    .describe('What the person did, as a verb of the video profile of xAPI.'),
  object: z
    .strictObject({
      id: iri().describe('An address or URN that ends in the id of the block: urn:lms:lbk_….'),
      objectType: z.literal('Activity').optional(),
      definition: unused().describe('The description of the block; accepted and not used.'),
    })
    .describe('What it was done with: the block.'),
  result: z
    .strictObject({
      extensions: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('played-segments and time of the video profile, with their full names.'),
      completion: z.boolean().optional().describe('Whether the person has finished; accepted and not used.'),
      success: z.boolean().optional().describe('Whether the person has passed; accepted and not used.'),
      duration: text(100).optional().describe('How long it took, as ISO 8601; accepted and not used.'),
      score: unused().describe('The points; accepted and not used.'),
    })
    .optional()
    .describe('What was watched, in the extensions.'),
  timestamp: moment().optional().describe('When it was done; now, if it is absent.'),
  id: z.uuid().optional().describe('The id of the statement; accepted and not used.'),
  actor: unused().describe('Not used: the report is of the person that the call acts as.'),
  context: unused().describe('What surrounded it; accepted and not used.'),
  version: text(20).optional().describe('The version of xAPI; accepted and not used.'),
})

export const AnyReport = oneForm(PlayerReport, XapiStatement, ['verb', 'object'])
type AnyReport = z.output<typeof AnyReport>

/** A report in one form. */
export interface ReadReport {
  block_id: Id<'lbk'>
  segments: (readonly [from: number, to: number])[]
  position: number | null
  at: string | null
}

/** The report in one form; null for a statement that is about no block, or has unreadable segments. */
export function readReport(statement: AnyReport): ReadReport | null {
  if ('block_id' in statement)
    return {
      block_id: statement.block_id,
      segments: statement.segments.map(({ from, to }) => [from, to] as const),
      position: statement.position_seconds ?? null,
      at: statement.at ?? null,
    }
  const block_id = /lbk_[0-7][0-9a-hjkmnp-tv-z]{25}$/.exec(statement.object.id)?.[0] as Id<'lbk'> | undefined
  const played = statement.result?.extensions?.[`${extensionsAt}played-segments`]
  const segments = played === undefined ? [] : playedSegments(played)
  if (!block_id || !segments) return null
  const time = statement.result?.extensions?.[`${extensionsAt}time`]
  const position = typeof time === 'number' && time >= 0 && time <= 86_400 ? time : null
  return { block_id, segments, position, at: statement.timestamp ?? null }
}

/** Segments as the video profile writes them: `0[.]12.4[,]20[.]31`; null if they are not readable, or too many. */
function playedSegments(value: unknown): (readonly [number, number])[] | null {
  if (typeof value !== 'string') return null
  if (value === '') return []
  const parts = value.split('[,]', maxPieces + 1)
  const read = parts.map(part => /^(\d{1,5}(?:\.\d{1,9})?)\[\.\](\d{1,5}(?:\.\d{1,9})?)$/.exec(part.trim()))
  if (parts.length > maxPieces || read.some(match => !match)) return null
  return read.map(match => [Number(match![1]), Number(match![2])] as const)
}
