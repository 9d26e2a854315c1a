// The thread of `filler.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { compile } from './compile.ts'
import { ContentUnfit, fill, type Ready, readyOf } from './fill.ts'
import type { Answer, Job, Piece, Source, Unfit } from './source.ts'

/** The contents of the last few jobs: a mailing comes in many, and so do the messages of a scenario. */
const kept = new Map<string, Ready>()
const maxKept = 20

/** The content, whose pieces each have a meaning by themselves; or what is wrong. */
function ready(source: Source, pieces: readonly Piece[]): Ready | Unfit {
  const key = JSON.stringify([source, pieces])
  const found = kept.get(key) ?? faulty(pieces, () => {}) ?? readyOf(compile(source))
  if ('error' in found) return found
  kept.delete(key)
  kept.set(key, found)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return found
}

/** The error of a content; others end the thread. */
function unfit(error: unknown): { error: string } {
  if (error instanceof ContentUnfit) return { error: error.message }
  throw error
}

const pieceOf = (text: string) => readyOf({ subject: '', html: null, text })

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
