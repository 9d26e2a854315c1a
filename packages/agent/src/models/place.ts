// Where a language model is served.
import type { Model } from '../dialogue.ts'

export interface ModelPlace {
  /** Its name there. */
  readonly model: string
  readonly key: string
  /** The base address; undefined for that of its maker. */
  readonly url: string | undefined
  /** Requests, through a guard of addresses. */
  readonly fetch: typeof fetch
}

export const modelKinds = ['openai', 'anthropic'] as const
export type ModelKind = (typeof modelKinds)[number]

/** The model of a place; loads the library of its kind. */
export const modelAt = async (kind: ModelKind, place: ModelPlace): Promise<Model> =>
  kind === 'openai'
    ? (await import('./openai.ts')).openAiModel(place)
    : (await import('./anthropic.ts')).anthropicModel(place)

/** The input of a tool as a model wrote it; what is no JSON is an input that no tool takes. */
export function inputOf(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return text
  }
}
