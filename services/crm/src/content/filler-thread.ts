// The thread of `filler.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { compile } from './compile.ts'
import { ContentUnfit, fill, type Ready, readyOf } from './fill.ts'
import type { Answer, Job, Piece, Source, Unfit } from './source.ts'

/** The contents of the last few jobs: a mailing comes in many, and so do the messages of a scenario. */
const cache = new Map<string, Ready>()
const maxKept = 20

/** The content, whose pieces each have a meaning by themselves; or what is wrong. */
function ready(source: Source, pieces: readonly Piece[]): Ready | Unfit {
  const key = JSON.stringify([source, pieces])
  const filler = cache.get(key) ?? faulty(pieces, () => {}) ?? readyOf(compile(source))
  if ('error' in filler) return filler
  cache.delete(key)
  cache.set(key, filler)
  if (cache.size > maxKept) cache.delete(cache.keys().next().value!)
  return filler
}

/** The error of a content; others end the thread. */
function unfit(error: unknown): { error: string } {
  if (error instanceof ContentUnfit) return { error: error.message }
  throw error
}

const pieceOf = (text: string) => readyOf({ subject: '', html: null, text, removed: [] })

/** The text that has no meaning by itself, if one has none; `use` is what is done with each. */
function faulty(
  pieces: readonly Piece[],
  use: (piece: Ready) => void,
): { error: string; path: string } | null {
  for (const { path, text } of pieces)
    try {
      use(pieceOf(text))
    } catch (error) {
      return { ...unfit(error), path }
    }
  return null
}

function answerTo({ source, people, pieces = [] }: Job): Answer {
  try {
    const content = ready(source, pieces)
    if ('error' in content) return content
    return {
      links: content.links,
      removed: content.removed,
      results: people.map(variables => {
        try {
          return fill(content, variables)
        } catch (error) {
          return faulty(pieces, piece => void fill(piece, variables)) ?? unfit(error)
        }
      }),
    }
  } catch (error) {
    return unfit(error)
  }
}

const jobs = { fill: answerTo }
export type FillerJobs = typeof jobs

answerJobs(jobs)
