// Loads the library of a model only when it is asked.
import type { Model } from '../dialogue.ts'
import type { ModelPlace } from './place.ts'

export const modelKinds = ['openai', 'anthropic'] as const
export type ModelKind = (typeof modelKinds)[number]

/** The model of a place; loads the library of its kind. */
export const modelAt = async (kind: ModelKind, place: ModelPlace): Promise<Model> =>
  kind === 'openai'
    ? (await import('./openai.ts')).openAiModel(place)
    : (await import('./anthropic.ts')).anthropicModel(place)
