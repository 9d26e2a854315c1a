// Loads the library of a model only when it is asked.
import type { Model } from '../dialogue.ts'
import type { ModelPlace } from './endpoint.ts'

export const modelKinds = ['openai', 'anthropic'] as const
export type ModelKind = (typeof modelKinds)[number]

/** The model of a place; loads the library of its kind. */
export const modelAt = async (kind: ModelKind, endpoint: ModelPlace): Promise<Model> =>
  kind === 'openai'
    ? (await import('./openai.ts')).openAiModel(endpoint)
    : (await import('./anthropic.ts')).anthropicModel(endpoint)
