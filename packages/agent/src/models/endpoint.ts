// Where a language model is served.

export interface ModelPlace {
  /** Its name there. */
  readonly model: string
  readonly key: string
  /** The base address; undefined for that of its maker. */
  readonly url: string | undefined
  /** Requests, through a guard of addresses. */
  readonly fetch: typeof fetch
}

/** The input of a tool as a model wrote it; what is no JSON is an input that no tool takes. */
export function inputOf(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return text
  }
}
